INSERT INTO pages AS t (slug, source, title, body, version, updated_at, published)
VALUES ($1, $2, $3, $4, $5, coalesce($6::timestamptz, $7::timestamptz), true)
ON CONFLICT (slug) DO UPDATE
SET source = excluded.source, title = excluded.title, body = excluded.body, version = excluded.version,
    updated_at = CASE WHEN $6::timestamptz IS NULL AND (t.title, t.body) IS NOT DISTINCT FROM (excluded.title, excluded.body)
                      THEN t.updated_at ELSE excluded.updated_at END,
    published = true
WHERE (t.source, t.title, t.body, t.version, t.published) IS DISTINCT FROM (excluded.source, excluded.title, excluded.body, excluded.version, true)
   OR t.updated_at IS DISTINCT FROM coalesce($6::timestamptz, t.updated_at)
