package postgres

import _ "embed"

// Queries of media.go that sqlc doesn't generate yet.
var (
	//go:embed queries/media/files_made.sql
	filesMadeSQL string
	//go:embed queries/media/media_set.sql
	mediaSetSQL string
	//go:embed queries/media/media_set_artwork.sql
	mediaSetArtworkSQL string
	//go:embed queries/media/media_used.sql
	mediaUsedSQL string
)
