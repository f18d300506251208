SELECT d.id, d.slug, d.title, d.summary, d.body, d.starts_at, d.ends_at, coalesce(d.curator_id, 0), d.cover,
       t.works, t.editions, t.sold
FROM drops d
CROSS JOIN LATERAL (
    SELECT count(*) AS works, coalesce(sum(w.edition_size), 0) AS editions, coalesce(sum(w.sold), 0) AS sold
    FROM artworks w
    WHERE w.drop_id = d.id AND w.published AND w.visible_from <= $1
) t
WHERE d.published
  AND ($2::bigint[] IS NULL OR d.id = ANY ($2))
  AND ($4 = '' OR $3 <> '' AND strpos(d.sort_key, $3) > 0 OR strpos(lower(d.summary), lower($4)) > 0)
  AND ($5::text[] IS NULL OR CASE WHEN $1 < d.starts_at THEN 'UPCOMING' WHEN $1 >= d.ends_at THEN 'ENDED' ELSE 'LIVE' END = ANY ($5))
  AND ($6 = 0 OR d.curator_id = $6)
ORDER BY %s
LIMIT $7 OFFSET $8
