INSERT INTO curators AS t (id, source, slug, name, sort_key, role, bio, account, portrait, published)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, true)
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, name = excluded.name, sort_key = excluded.sort_key, role = excluded.role, bio = excluded.bio,
    account = excluded.account, portrait = excluded.portrait, published = true
WHERE t.source = excluded.source
  AND (t.slug, t.name, t.role, t.bio, t.account, t.portrait, t.published)
      IS DISTINCT FROM (excluded.slug, excluded.name, excluded.role, excluded.bio, excluded.account, excluded.portrait, true)
