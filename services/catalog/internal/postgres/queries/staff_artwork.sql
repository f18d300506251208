UPDATE artworks
SET slug = $2, title = $3, title_key = $4, description = $5, medium = $6, category = $7, year = nullif($8, 0), price = $9, currency = $10,
    published = $11, search = artwork_search($3, artist_name, $5, $12 || ' ' || coalesce((SELECT name FROM categories WHERE slug = $7), '')), edited = true, version = nextval('artwork_versions')
WHERE id = $1
