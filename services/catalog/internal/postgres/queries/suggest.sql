-- Candidates for suggestions: titles that begin like $1 (up to $2), and entries that have the words of the tsquery $3, which is NULL
-- for none. Each part reads an index and stops early; ranking is left to the core.
SELECT 'ARTWORK', t.id, w.slug, w.title, t.title_key, 0
FROM (
    SELECT DISTINCT ON (p.title_key) p.id, p.title_key
    FROM (
        SELECT w.id, w.title_key
        FROM artworks w
        WHERE w.published AND w.visible_from <= $4 AND w.title_key >= $1 AND w.title_key < $2
        ORDER BY w.title_key, w.id
        LIMIT 200
    ) p
    ORDER BY p.title_key, p.id
    LIMIT 20
) t
JOIN artworks w ON w.id = t.id
UNION
SELECT 'ARTWORK', t.id, t.slug, t.title, t.title_key, 0
FROM (
    SELECT DISTINCT ON (m.title_key) m.*
    FROM (
        SELECT w.id, w.slug, w.title, w.title_key
        FROM artworks w
        WHERE w.published AND w.visible_from <= $4 AND artwork_names(w.title_key, w.artist_key) @@ to_tsquery('pg_catalog.simple', $3)
        LIMIT 200
    ) m
    ORDER BY m.title_key, m.id
) t
UNION ALL
(
    SELECT s.kind, s.entry_id, s.slug, s.title, s.title_key, s.works
    FROM suggestions s
    WHERE s.visible_from <= $4 AND s.title_key >= $1 AND s.title_key < $2
    ORDER BY s.title_key
    LIMIT 50
)
UNION
(
    SELECT s.kind, s.entry_id, s.slug, s.title, s.title_key, s.works
    FROM suggestions s
    WHERE s.visible_from <= $4 AND to_tsvector('pg_catalog.simple', s.title_key) @@ to_tsquery('pg_catalog.simple', $3)
    LIMIT 200
)
