-- name: OpenReview :execrows
INSERT INTO reviews (
    id, key, reason, detail, created_at, method, amount, currency, provider_id, chain_id, transaction, payer, wei, asset,
    refund_address)
VALUES (@id, @key, @reason, @detail, coalesce(sqlc.narg('now')::timestamptz, clock_timestamp()), @method, @amount, @currency, @provider_id, @chain_id, @transaction, @payer, @wei, @asset, @refund_address)
ON CONFLICT (key) DO NOTHING;

-- name: FindReview :one
SELECT id, checkout_id FROM reviews WHERE id = @id;

-- name: FindRefund :one
SELECT review_id, checkout_id FROM refunds WHERE id = @id;

-- name: Unmatched :one
SELECT sqlc.embed(r), coalesce(sqlc.narg('now')::timestamptz, clock_timestamp())::timestamptz AS now FROM reviews r WHERE r.id = @id AND r.checkout_id IS NULL;

-- name: UnmatchedRefunds :many
SELECT sqlc.embed(r),
       EXISTS (SELECT FROM refund_history h WHERE h.refund_id = r.id AND h.from_status = 'succeeded' AND h.to_status = 'failed') AS returned
FROM refunds r WHERE r.review_id = @review_id::uuid ORDER BY r.created_at, r.id;

-- name: LockUnmatched :exec
SELECT FROM reviews WHERE id = @id AND checkout_id IS NULL FOR UPDATE;

-- name: SaveUnmatched :exec
UPDATE reviews SET reason = @reason, detail = @detail, closed_at = @closed_at, decision = @decision, decided_by = @decided_by, note = @note WHERE id = @id;
