-- name: PutSaleNotice :exec
INSERT INTO sale_notices (checkout_id) VALUES (@checkout_id) ON CONFLICT (checkout_id) DO NOTHING;

-- name: ClaimSaleNotices :many
-- ClaimSaleNotices uses an array, because Postgres may evaluate a subquery of IN once for each row, and would then claim more than the
-- limit.
UPDATE sale_notices n SET attempts = attempts + 1, next_at = now() + least(power(2, attempts) * interval '5 seconds', interval '1 hour')
WHERE n.checkout_id = ANY (ARRAY(
    SELECT checkout_id FROM sale_notices WHERE ended_at IS NULL AND next_at <= now() ORDER BY next_at LIMIT sqlc.arg('limit') FOR UPDATE SKIP LOCKED))
RETURNING n.checkout_id, (SELECT c.artist_id FROM checkouts c WHERE c.id = n.checkout_id)::bigint AS artist_id;

-- name: EndSaleNotice :execrows
UPDATE sale_notices SET ended_at = now(), outcome = @outcome WHERE checkout_id = @checkout_id AND ended_at IS NULL;
