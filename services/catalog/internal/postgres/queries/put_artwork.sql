INSERT INTO artworks AS t (id, source, slug, title, title_key, artist_id, artist_name, artist_slug, artist_key, category, year, medium,
    description, edition_size, withheld, withheld_numbers, price, currency, chain_id, drop_id, curator_ids, sale_starts_at, sale_ends_at,
    published_at, visible_from, published, media, attributes, search, entry_hash, edited, original, original_sum, version)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, nullif($11, 0), $12, $13, $14, $15, $16, $17, $18, $19, nullif($20, 0), $21, $22, $23,
    $24, $25, $32, $26, $27, 
    artwork_search($4, $7, $13, $28 || ' ' || coalesce((SELECT name FROM categories WHERE slug = $10), '')), $29, $33, $30, $31, nextval('artwork_versions'))
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, title = excluded.title, title_key = excluded.title_key, artist_id = excluded.artist_id,
    artist_name = excluded.artist_name, artist_slug = excluded.artist_slug, artist_key = excluded.artist_key, category = excluded.category,
    year = excluded.year, medium = excluded.medium, description = excluded.description, edition_size = excluded.edition_size,
    withheld = excluded.withheld, withheld_numbers = excluded.withheld_numbers, price = excluded.price, currency = excluded.currency,
    chain_id = excluded.chain_id, drop_id = excluded.drop_id, curator_ids = excluded.curator_ids, sale_starts_at = excluded.sale_starts_at,
    sale_ends_at = excluded.sale_ends_at, published_at = excluded.published_at, visible_from = excluded.visible_from, published = excluded.published,
    media = excluded.media, source_url = '', attributes = excluded.attributes, search = excluded.search,
    entry_hash = excluded.entry_hash, edited = excluded.edited, original = excluded.original, original_sum = excluded.original_sum,
    version = excluded.version
WHERE t.source = excluded.source
  AND (t.slug, t.title, t.artist_id, t.artist_name, t.artist_slug, t.artist_key, t.category, t.year, t.medium, t.description, t.edition_size,
       t.withheld, t.withheld_numbers, t.price, t.currency, t.chain_id, t.drop_id, t.curator_ids, t.sale_starts_at, t.sale_ends_at,
       t.published_at, t.visible_from, t.published, t.media, t.attributes, t.search, t.entry_hash, t.edited, t.original, t.original_sum)
      IS DISTINCT FROM
      (excluded.slug, excluded.title, excluded.artist_id, excluded.artist_name, excluded.artist_slug, excluded.artist_key, excluded.category,
       excluded.year, excluded.medium, excluded.description, excluded.edition_size, excluded.withheld, excluded.withheld_numbers,
       excluded.price, excluded.currency, excluded.chain_id, excluded.drop_id, excluded.curator_ids, excluded.sale_starts_at,
       excluded.sale_ends_at, excluded.published_at, excluded.visible_from, excluded.published, excluded.media, excluded.attributes, excluded.search,
       excluded.entry_hash, excluded.edited, excluded.original, excluded.original_sum)
