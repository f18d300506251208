-- The words of one title. Those that it had before stay until the next import: they correct to nothing.
INSERT INTO words (word, entries)
SELECT lexeme, 1
FROM unnest(to_tsvector('pg_catalog.simple', $1))
WHERE char_length(lexeme) BETWEEN 2 AND 60 AND lexeme !~ '[-/.@_:]'
ON CONFLICT (word) DO NOTHING
