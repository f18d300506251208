-- name: EnsureWallet :exec
INSERT INTO artist_wallets (artist_id) VALUES (@artist_id) ON CONFLICT DO NOTHING;

-- name: LockWallet :one
SELECT * FROM artist_wallets WHERE artist_id = @artist_id FOR UPDATE;

-- name: UpdateWallet :exec
UPDATE artist_wallets SET address = @address, frozen = @frozen, version = @version WHERE artist_id = @artist_id;

-- name: CreateUpdate :exec
INSERT INTO payout_updates (id, account_id, artist_id, artist_name, email, address, previous_address, status, requested_at, name)
VALUES (@id, @account_id, @artist_id, @artist_name, @email, @address, @previous_address, @status, @requested_at, @name);

-- name: LockPayoutWallet :exec
-- LockPayoutWallet is the lock that payout_wallet_of_one_artist takes.
SELECT pg_advisory_xact_lock(hashtextextended('payout wallet ' || lower(@address::text), 0));

-- name: IsWalletOfAnother :one
SELECT EXISTS (
    SELECT FROM payout_updates u WHERE lower(u.address) = lower(@address::text) AND u.artist_id <> @artist_id::bigint
        AND (u.status IN ('approved', 'cooling') OR EXISTS (SELECT FROM payout_history h WHERE h.update_id = u.id AND h.to_status = 'active'))
);

-- name: MoveUpdate :execrows
UPDATE payout_updates SET status = @to_status, not_before = @not_before WHERE id = @id AND status = @from_status;

-- name: SetOwnerApproved :exec
UPDATE payout_updates SET owner_approved_at = @at::timestamptz WHERE id = @id AND owner_approved_at IS NULL;

-- name: ReadUpdate :one
SELECT * FROM payout_updates WHERE id = @id;

-- name: OpenUpdates :many
SELECT * FROM payout_updates WHERE artist_id = @artist_id AND status IN ('requested', 'awaiting_approval', 'approved', 'cooling', 'active');

-- name: DueUpdates :many
SELECT * FROM payout_updates WHERE status = 'cooling' AND not_before <= @now::timestamptz ORDER BY not_before LIMIT 100;

-- name: CreateAlert :exec
INSERT INTO payout_alerts (hash, update_id, expires_at) VALUES (@hash, @update_id, @expires_at);

-- name: ReadAlert :one
SELECT sqlc.embed(u), a.expires_at FROM payout_alerts a JOIN payout_updates u ON u.id = a.update_id WHERE a.hash = @hash;
