INSERT INTO posts AS t (id, source, slug, title, category, summary, body, author, cover, published_at, published, entry_hash, edited)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, title = excluded.title, category = excluded.category, summary = excluded.summary, body = excluded.body,
    author = excluded.author, cover = excluded.cover, published_at = excluded.published_at, published = excluded.published,
    entry_hash = excluded.entry_hash, edited = excluded.edited
WHERE t.source = excluded.source
  AND (t.slug, t.title, t.category, t.summary, t.body, t.author, t.cover, t.published_at, t.published, t.entry_hash, t.edited)
      IS DISTINCT FROM (excluded.slug, excluded.title, excluded.category, excluded.summary, excluded.body, excluded.author,
                        excluded.cover, excluded.published_at, excluded.published, excluded.entry_hash, excluded.edited)
