SELECT id, entry_hash, title, description, medium, category, coalesce(year, 0), price, currency, published
FROM artworks
WHERE source = $1 AND edited
