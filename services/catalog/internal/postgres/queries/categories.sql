SELECT slug, name, works FROM categories WHERE works > 0 ORDER BY lower(name), slug
