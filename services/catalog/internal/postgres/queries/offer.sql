SELECT w.id, w.slug, w.title, w.artist_id, w.artist_name, w.edition_size, w.withheld, w.withheld_numbers, coalesce(w.price, 0),
       coalesce(w.currency, ''), w.chain_id, w.sale_starts_at, w.sale_ends_at, coalesce(w.year, 0), w.medium, w.media, w.original_sum
FROM artworks w
WHERE w.id = $1 AND w.published AND w.visible_from <= $2
