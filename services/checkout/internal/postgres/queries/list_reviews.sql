SELECT id, checkout_id FROM reviews
WHERE $1 = '' OR ($1 = 'open') = (closed_at IS NULL)
ORDER BY closed_at DESC NULLS FIRST, created_at, id
LIMIT $2
