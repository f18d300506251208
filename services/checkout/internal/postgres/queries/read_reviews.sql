-- name: ListReviews :many
SELECT * FROM reviews
WHERE @status::text = '' OR (@status::text = 'open') = (closed_at IS NULL)
ORDER BY closed_at DESC NULLS FIRST, created_at, id
LIMIT sqlc.arg('limit');

-- name: ReadReview :one
SELECT * FROM reviews WHERE id = @id;

-- name: ReviewedOrders :many
SELECT id, status, artwork_title, artist_id, artist_name, price_amount, price_currency FROM checkouts WHERE id = ANY(@checkout_ids::uuid[]);

-- name: ReviewedRefunds :many
-- ReviewedRefunds returns where the refunds went that decided reviews. A refund has the time of its decision.
SELECT r.id AS review_id, f.pay_to
FROM reviews r JOIN refunds f ON f.payment_id = r.payment_id AND f.created_at = r.closed_at
WHERE r.id = ANY(@review_ids::uuid[]) AND r.decision = 'refund'
UNION ALL
SELECT r.id AS review_id, f.pay_to
FROM reviews r JOIN refunds f ON f.review_id = r.id AND f.created_at = r.closed_at
WHERE r.id = ANY(@review_ids::uuid[]) AND r.decision = 'refund';
