-- The newest works of the artist of one work.
SELECT %s
FROM artworks w
WHERE w.artist_id = (SELECT s.artist_id FROM artworks s WHERE s.id = $1)
  AND w.published AND w.visible_from <= $2 AND w.id <> $3
ORDER BY w.published_at DESC, w.id
LIMIT $4
