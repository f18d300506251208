INSERT INTO post_categories (slug, name, position) VALUES ($1, $2, $3)
ON CONFLICT (slug) DO UPDATE SET name = excluded.name, position = excluded.position
WHERE (post_categories.name, post_categories.position) <> (excluded.name, excluded.position)
