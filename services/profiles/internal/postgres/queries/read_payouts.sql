-- name: ReadPayoutUpdates :many
-- ReadPayoutUpdates returns the newest hundred changes of an artist, or those that an account requested, or one change. NULL matches none.
SELECT id, address, previous_address, status::text AS status, requested_at, not_before, owner_approved_at, name,
    (account_id = @reader)::boolean AS own
FROM payout_updates
WHERE artist_id = sqlc.narg('artist_id')::bigint OR account_id = sqlc.narg('account_id')::uuid OR id = sqlc.narg('id')::uuid
ORDER BY requested_at DESC, id DESC LIMIT 100;

-- name: ReadPayoutWallet :one
SELECT address, frozen FROM artist_wallets WHERE artist_id = @artist_id;

-- name: ReadPayoutWallets :many
-- ReadPayoutWallets returns every wallet that is or was active for an artist, newest first.
SELECT u.address FROM payout_updates u
JOIN payout_history h ON h.update_id = u.id AND h.to_status = 'active'
WHERE u.artist_id = @artist_id
GROUP BY u.address
ORDER BY max(h.id) DESC;
