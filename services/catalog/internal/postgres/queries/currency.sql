SELECT coalesce((SELECT currency FROM artworks WHERE currency IS NOT NULL ORDER BY id LIMIT 1), 'USD')
