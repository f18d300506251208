SELECT slug, title, body, version, updated_at FROM pages WHERE slug = $1 AND published
