-- A page of a search by relevance. The words are read once and not for every work that they are compared with; works are
-- ranked and counted as ids, before anything else of them is read.
SELECT %[1]s, k.total
FROM (
    SELECT m.id, m.rank, count(*) OVER () AS total
    FROM (
        SELECT w.id, ts_rank(w.search, words) AS rank
        FROM artworks w, websearch_to_tsquery('pg_catalog.english', %[2]s) AS words
        WHERE %[3]s AND w.search @@ words
        OFFSET 0 -- rank first: counting would carry the search vectors along
    ) m
    ORDER BY m.rank DESC, m.id
    LIMIT %[4]d OFFSET %[5]s
) k
JOIN artworks w ON w.id = k.id
ORDER BY k.rank DESC, k.id
