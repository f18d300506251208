INSERT INTO posts AS t (id, source, slug, title, category, summary, body, author, cover, published_at, published)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true)
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, title = excluded.title, category = excluded.category, summary = excluded.summary, body = excluded.body,
    author = excluded.author, cover = excluded.cover, published_at = excluded.published_at, published = true
WHERE t.source = excluded.source
  AND (t.slug, t.title, t.category, t.summary, t.body, t.author, t.cover, t.published_at, t.published)
      IS DISTINCT FROM (excluded.slug, excluded.title, excluded.category, excluded.summary, excluded.body, excluded.author,
                        excluded.cover, excluded.published_at, true)
