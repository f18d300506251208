SELECT p.id, p.slug, p.title, p.category, coalesce(c.name, p.category), p.summary, p.body, p.author, p.cover, p.published_at
FROM posts p
LEFT JOIN post_categories c ON c.slug = p.category
WHERE p.published AND p.published_at <= $1
  AND ($2 = 0 OR p.id = $2)
  AND ($3 = '' OR strpos(lower(p.title), lower($3)) > 0)
  AND ($4 = '' OR p.category = $4)
  AND ($5::timestamptz IS NULL OR p.published_at >= $5)
  AND ($6::timestamptz IS NULL OR p.published_at <= $6)
ORDER BY p.published_at DESC, p.id
LIMIT $7 OFFSET $8
