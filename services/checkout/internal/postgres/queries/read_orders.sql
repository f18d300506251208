-- name: OrdersOf :many
SELECT sqlc.embed(c), coalesce(a.status, '')::text AS auction_status, coalesce(a.price, 0)::bigint AS last_price, clock_timestamp()::timestamptz AS now
FROM checkouts c LEFT JOIN auctions a ON a.id = c.auction_id
WHERE c.account_id = @account_id
ORDER BY c.created_at DESC, c.id DESC
LIMIT sqlc.arg('limit');

-- name: Order :one
SELECT sqlc.embed(c), coalesce(a.status, '')::text AS auction_status, coalesce(a.price, 0)::bigint AS last_price, clock_timestamp()::timestamptz AS now
FROM checkouts c LEFT JOIN auctions a ON a.id = c.auction_id
WHERE c.id = @id;

-- name: ReturningRequest :one
-- ReturningRequest repeats the condition of the index.
SELECT * FROM refund_requests
WHERE coalesce(review_id, checkout_id) = @checkout_id::uuid AND status IN ('pending', 'returning') AND status = 'returning';

-- name: TakenEditions :many
SELECT n, status FROM edition_units
WHERE artwork_id = @artwork_id AND n >= @n AND status <> 'free'
ORDER BY n LIMIT sqlc.arg('limit');
