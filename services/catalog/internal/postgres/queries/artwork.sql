SELECT w.id, w.slug, w.title, w.artist_id, w.artist_name, w.artist_slug, w.category, coalesce(w.year, 0), w.medium,
       w.edition_size, w.withheld, w.held, w.sold, coalesce(w.price, 0), coalesce(w.currency, ''), w.chain_id, w.published_at,
       coalesce(w.drop_id, 0), w.sale_starts_at, w.sale_ends_at, w.source_url, w.description, w.media, w.attributes, w.curator_ids,
       a.sort_name, a.bio, coalesce(a.born, 0), coalesce(a.died, 0), a.place, a.website, a.portrait, a.works
FROM artworks w
JOIN artists a ON a.id = w.artist_id
WHERE w.id = $1 AND w.published AND w.visible_from <= $2
