SELECT p.id, p.slug, p.title, p.category, coalesce(c.name, p.category), p.summary, p.body, p.author, p.cover, p.published_at, p.published
FROM posts p
LEFT JOIN post_categories c ON c.slug = p.category
WHERE p.id = $1
