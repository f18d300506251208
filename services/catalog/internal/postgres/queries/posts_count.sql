SELECT count(*)
FROM posts p
WHERE p.published AND p.published_at <= $1
  AND ($2 = '' OR strpos(lower(p.title), lower($2)) > 0)
  AND ($3 = '' OR p.category = $3)
  AND ($4::timestamptz IS NULL OR p.published_at >= $4)
  AND ($5::timestamptz IS NULL OR p.published_at <= $5)
