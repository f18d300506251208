-- Rebuilds the vocabulary: words of names, of suggestions and of mediums. Words that are still there keep their rows, so that readers
-- and indexes are left alone.
WITH known AS (
    SELECT word, sum(ndoc)::int AS entries
    FROM (
        SELECT word, ndoc FROM ts_stat('SELECT artwork_names(title_key, artist_key) FROM artworks WHERE published')
        UNION ALL SELECT word, ndoc FROM ts_stat('SELECT to_tsvector(''pg_catalog.simple'', title_key) FROM suggestions')
        UNION ALL SELECT word, ndoc FROM ts_stat('SELECT to_tsvector(''pg_catalog.simple'', medium) FROM (SELECT DISTINCT medium FROM artworks WHERE published) m')
    ) s
    WHERE char_length(word) BETWEEN 2 AND 60 AND word !~ '[-/.@_:]'
    GROUP BY word
), gone AS (
    DELETE FROM words w WHERE NOT EXISTS (SELECT FROM known k WHERE k.word = w.word)
)
INSERT INTO words AS t (word, entries)
SELECT word, entries FROM known
ON CONFLICT (word) DO UPDATE SET entries = excluded.entries WHERE t.entries <> excluded.entries
