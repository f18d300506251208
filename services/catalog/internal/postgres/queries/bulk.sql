-- name: AnalyzeStaged :exec
-- Without statistics of the staged rows, the planner expects only a few.
ANALYZE staged;

-- name: PutStaged :execrows
-- The hash of a work without words for its date is the one of releases before them, so that staff's changes stay.
INSERT INTO artworks AS t (id, source, slug, title, title_key, artist_id, artist_name, artist_slug, artist_key, category, year, dated, year_last,
    medium, description, edition_size, withheld, price, currency, published_at, visible_from, published, media, search, entry_hash, version)
SELECT s.id, @source::text, s.slug, s.title, s.title_key, s.artist_id, a.name, a.slug, a.sort_key, s.category, s.year, s.dated, s.year_last, s.medium,
       s.description, s.edition_size, s.withheld, s.price, s.currency, s.published_at, s.published_at, true,
       CASE WHEN s.source_url <> '' THEN jsonb_build_array(jsonb_build_object('kind', 'image', 'alt', s.title, 'sourceUrl', s.source_url)) END,
       artwork_search(s.title, a.name, s.description, s.medium || ' ' || c.name),
       md5((s.id, s.slug, s.title, s.title_key, s.artist_id, s.category, s.year, s.medium, s.description, s.edition_size, s.withheld, s.price, s.currency,
           s.published_at, s.source_url)::text || s.dated || coalesce(s.year_last::text, '')),
       nextval('artwork_versions')
FROM staged s
JOIN artists a ON a.id = s.artist_id
JOIN categories c ON c.slug = s.category
WHERE s.id BETWEEN @first_id::bigint AND @last_id::bigint
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, title = excluded.title, title_key = excluded.title_key, artist_id = excluded.artist_id,
    artist_name = excluded.artist_name, artist_slug = excluded.artist_slug, artist_key = excluded.artist_key, category = excluded.category,
    year = excluded.year, dated = excluded.dated, year_last = excluded.year_last, medium = excluded.medium,
    description = excluded.description, edition_size = excluded.edition_size, withheld = excluded.withheld, price = excluded.price, currency = excluded.currency, published_at = excluded.published_at,
    visible_from = excluded.visible_from, published = true, media = excluded.media, search = excluded.search,
    entry_hash = excluded.entry_hash, edited = false, version = excluded.version
WHERE t.source = excluded.source
  AND NOT (t.edited AND t.entry_hash = excluded.entry_hash) -- staff's changes stay while the source says the same
  AND (t.slug, t.title, t.artist_id, t.artist_name, t.artist_slug, t.artist_key, t.category, t.year, t.dated, t.year_last, t.medium, t.description,
       t.edition_size, t.withheld, t.price, t.currency, t.published_at, t.published, t.media, t.search, t.entry_hash)
      IS DISTINCT FROM
      (excluded.slug, excluded.title, excluded.artist_id, excluded.artist_name, excluded.artist_slug, excluded.artist_key, excluded.category,
       excluded.year, excluded.dated, excluded.year_last, excluded.medium, excluded.description, excluded.edition_size, excluded.withheld,
       excluded.price, excluded.currency, excluded.published_at, true, excluded.media, excluded.search, excluded.entry_hash);

-- name: CountStaged :one
-- What an import of the staged works would do. A work's hash is of its row in the files.
SELECT count(*)::int AS works, (count(*) FILTER (WHERE w.id IS NULL))::int AS new,
       (count(*) FILTER (WHERE NOT w.published OR w.entry_hash <>
       md5((s.id, s.slug, s.title, s.title_key, s.artist_id, s.category, s.year, s.medium, s.description, s.edition_size, s.withheld, s.price, s.currency,
           s.published_at, s.source_url)::text || s.dated || coalesce(s.year_last::text, ''))))::int AS changed
FROM staged s LEFT JOIN artworks w ON w.id = s.id;

-- name: CountArtists :one
SELECT count(*)::int FROM artists WHERE id = ANY (@ids::bigint[]);
