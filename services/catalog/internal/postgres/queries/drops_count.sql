SELECT count(*)
FROM drops d
WHERE d.published
  AND ($3 = '' OR $2 <> '' AND strpos(d.sort_key, $2) > 0 OR strpos(lower(d.summary), lower($3)) > 0)
  AND ($4::text[] IS NULL OR CASE WHEN $1 < d.starts_at THEN 'UPCOMING' WHEN $1 >= d.ends_at THEN 'ENDED' ELSE 'LIVE' END = ANY ($4))
  AND ($5 = 0 OR d.curator_id = $5)
