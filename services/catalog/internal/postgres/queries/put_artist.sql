INSERT INTO artists AS t (id, source, slug, name, sort_name, sort_key, name_key, bio, born, died, place, website, account, portrait, published, entry_hash, edited)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, nullif($9, 0), nullif($10, 0), $11, $12, $13, $14, true, $15, $16)
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, name = excluded.name, sort_name = excluded.sort_name, sort_key = excluded.sort_key, name_key = excluded.name_key,
    bio = excluded.bio, born = excluded.born, died = excluded.died, place = excluded.place, website = excluded.website,
    account = excluded.account, portrait = excluded.portrait, published = true,
    entry_hash = excluded.entry_hash, edited = excluded.edited
WHERE t.source = excluded.source
  AND (t.slug, t.name, t.sort_name, t.bio, t.born, t.died, t.place, t.website, t.account, t.portrait, t.published, t.entry_hash, t.edited)
      IS DISTINCT FROM (excluded.slug, excluded.name, excluded.sort_name, excluded.bio, excluded.born, excluded.died,
                        excluded.place, excluded.website, excluded.account, excluded.portrait, true, excluded.entry_hash, excluded.edited)
