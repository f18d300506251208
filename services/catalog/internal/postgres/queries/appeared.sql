-- Artworks that became public by the passing of time: the numbered listing does not hold them yet.
UPDATE artworks w
SET version = nextval('artwork_versions')
WHERE w.published AND w.visible_from <= $1 AND w.version <= $2 AND NOT EXISTS (SELECT FROM newest n WHERE n.artwork_id = w.id)
