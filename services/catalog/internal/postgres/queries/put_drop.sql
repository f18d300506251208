INSERT INTO drops AS t (id, source, slug, title, sort_key, summary, body, starts_at, ends_at, curator_id, cover, published)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, nullif($10, 0), $11, true)
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, title = excluded.title, sort_key = excluded.sort_key, summary = excluded.summary, body = excluded.body,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, curator_id = excluded.curator_id, cover = excluded.cover, published = true
WHERE t.source = excluded.source
  AND (t.slug, t.title, t.summary, t.body, t.starts_at, t.ends_at, t.curator_id, t.cover, t.published)
      IS DISTINCT FROM (excluded.slug, excluded.title, excluded.summary, excluded.body, excluded.starts_at, excluded.ends_at,
                        excluded.curator_id, excluded.cover, true)
