UPDATE artists a
SET works = t.works, newest_at = t.newest_at
FROM (
    SELECT a.id, count(w.id) AS works, max(w.published_at) AS newest_at
    FROM artists a
    LEFT JOIN artworks w ON w.artist_id = a.id AND w.published AND w.visible_from <= $1
    GROUP BY a.id
) t
WHERE t.id = a.id AND (a.works, a.newest_at) IS DISTINCT FROM (t.works, t.newest_at)
