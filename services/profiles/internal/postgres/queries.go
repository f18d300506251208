package postgres

import _ "embed"

// Each query is a file, so that it can be read, explained and linted as SQL.
var (
	//go:embed queries/alerted_update.sql
	alertedUpdateSQL string
	//go:embed queries/create_profile.sql
	createProfileSQL string
	//go:embed queries/create_update.sql
	createUpdateSQL string
	//go:embed queries/due_updates.sql
	dueUpdatesSQL string
	//go:embed queries/ensure_wallet.sql
	ensureWalletSQL string
	//go:embed queries/lock_profile.sql
	lockProfileSQL string
	//go:embed queries/lock_wallet.sql
	lockWalletSQL string
	//go:embed queries/move_update.sql
	moveUpdateSQL string
	//go:embed queries/open_updates.sql
	openUpdatesSQL string
	//go:embed queries/profile_by_owner.sql
	profileByOwnerSQL string
	//go:embed queries/put_alert.sql
	putAlertSQL string
	//go:embed queries/put_owner_approved.sql
	putOwnerApprovedSQL string
	//go:embed queries/update.sql
	updateSQL string
	//go:embed queries/update_profile.sql
	updateProfileSQL string
	//go:embed queries/update_wallet.sql
	updateWalletSQL string
	//go:embed queries/updates_by_account.sql
	updatesByAccountSQL string
	//go:embed queries/updates_by_artist.sql
	updatesByArtistSQL string
	//go:embed queries/wallet.sql
	walletSQL string
	//go:embed queries/wallets.sql
	walletsSQL string
)
