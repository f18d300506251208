INSERT INTO categories (slug, name) VALUES ($1, $2)
ON CONFLICT (slug) DO UPDATE SET name = excluded.name
WHERE categories.name <> excluded.name
