UPDATE posts
SET slug = $2, title = $3, summary = $4, body = $5, category = $6, published = $7, edited = true
WHERE id = $1
