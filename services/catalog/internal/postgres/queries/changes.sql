-- Artworks that changed after version $1, the first $3: the columns of offer.sql, and whether they are public at $2 and were before.
SELECT w.id, w.slug, w.title, w.artist_id, w.artist_name, w.edition_size, w.withheld, w.withheld_numbers, coalesce(w.price, 0),
       coalesce(w.currency, ''), w.chain_id, w.sale_starts_at, w.sale_ends_at, coalesce(w.year, 0), w.medium, w.media, w.original_sum,
       w.category, coalesce(w.drop_id, 0), w.curator_ids, w.version,
       w.published AND w.visible_from <= $2, EXISTS (SELECT FROM newest n WHERE n.artwork_id = w.id)
FROM artworks w
WHERE w.version > $1
ORDER BY w.version
LIMIT $3
