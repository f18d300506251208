INSERT INTO newest (position, artwork_id)
SELECT row_number() OVER (ORDER BY w.published_at DESC, w.id), w.id
FROM artworks w
WHERE w.published AND w.visible_from <= $1
