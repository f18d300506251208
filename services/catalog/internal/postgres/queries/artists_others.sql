-- The newest works of several artists, each at most $4.
SELECT %s
FROM unnest($1::bigint[]) AS a (id)
CROSS JOIN LATERAL (
    SELECT *
    FROM artworks x
    WHERE x.artist_id = a.id AND x.published AND x.visible_from <= $2 AND x.id <> $3
    ORDER BY x.published_at DESC, x.id
    LIMIT $4
) w
ORDER BY w.artist_id, w.published_at DESC, w.id
