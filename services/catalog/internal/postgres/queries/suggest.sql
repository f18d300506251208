-- name: SuggestionCandidates :many
-- Titles from a key up to the key beyond it, and entries that match a tsquery, which may be NULL. Each part reads an index and stops early;
-- the core ranks the results. Artworks that have frequent words are found among every sixteenth, which have an index.
WITH sample AS MATERIALIZED (
    SELECT w.id, w.slug, w.title, w.title_key
    FROM artworks w
    WHERE w.published AND w.visible_from <= @now::timestamptz AND w.id % 16 = 0
      AND artwork_names(w.title_key, w.artist_key) @@ to_tsquery('pg_catalog.simple', sqlc.narg(query)::text)
    LIMIT 200
)
SELECT 'ARTWORK'::text AS kind, t.id, w.slug, w.title, t.title_key, 0::int AS works
FROM (
    SELECT DISTINCT ON (p.title_key) p.id, p.title_key
    FROM (
        SELECT w.id, w.title_key
        FROM artworks w
        WHERE w.published AND w.visible_from <= @now::timestamptz AND w.title_key >= @first_key::text AND w.title_key < @beyond_key::text
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
        SELECT * FROM sample WHERE (SELECT count(*) FROM sample) = 200
        UNION ALL
        (
            SELECT w.id, w.slug, w.title, w.title_key
            FROM artworks w
            WHERE w.published AND w.visible_from <= @now::timestamptz
              AND artwork_names(w.title_key, w.artist_key) @@ to_tsquery('pg_catalog.simple', sqlc.narg(query)::text)
              AND (SELECT count(*) FROM sample) < 200
            LIMIT 200
        )
    ) m
    ORDER BY m.title_key, m.id
) t
UNION ALL
(
    SELECT s.kind, s.entry_id, s.slug, s.title, s.title_key, s.works
    FROM suggestions s
    WHERE s.visible_from <= @now::timestamptz AND s.title_key >= @first_key::text AND s.title_key < @beyond_key::text
    ORDER BY s.title_key
    LIMIT 50
)
UNION
(
    SELECT s.kind, s.entry_id, s.slug, s.title, s.title_key, s.works
    FROM suggestions s
    WHERE s.visible_from <= @now::timestamptz AND to_tsvector('pg_catalog.simple', s.title_key) @@ to_tsquery('pg_catalog.simple', sqlc.narg(query)::text)
    LIMIT 200
);

-- name: SuggestionMedia :many
-- The media of suggestions, by kind and id.
SELECT 'ARTWORK'::text AS kind, id, (media -> 0)::jsonb AS media FROM artworks WHERE id = ANY (@artworks::bigint[]) AND media IS NOT NULL
UNION ALL SELECT 'ARTIST', id, portrait FROM artists WHERE id = ANY (@artists::bigint[]) AND portrait IS NOT NULL
UNION ALL SELECT 'DROP', id, cover FROM drops WHERE id = ANY (@drops::bigint[]) AND cover IS NOT NULL
UNION ALL SELECT 'POST', id, cover FROM posts WHERE id = ANY (@posts::bigint[]) AND cover IS NOT NULL;

-- name: SuggestionSources :many
-- Current suggestions other than artworks. Techniques come in their spelling, with the number of their works.
SELECT 'ARTIST'::text AS kind, id, slug, name, works, 'epoch'::timestamptz AS visible_from FROM artists WHERE published
UNION ALL SELECT 'DROP', id, slug, title, 0, 'epoch' FROM drops WHERE published
UNION ALL SELECT 'POST', id, slug, title, 0, published_at FROM posts WHERE published
UNION ALL SELECT 'TECHNIQUE', 0, '', name, works, 'epoch' FROM categories WHERE works > 0
UNION ALL (
    SELECT 'TECHNIQUE', 0, '', medium, count(*)::int, 'epoch'
    FROM artworks
    WHERE published AND visible_from <= @now AND medium <> ''
    GROUP BY medium
);

-- name: PutSuggestions :execrows
INSERT INTO suggestions AS t (kind, entry_id, slug, title, title_key, works, visible_from)
SELECT unnest(@kinds::text[]), unnest(@ids::bigint[]), unnest(@slugs::text[]), unnest(@titles::text[]), unnest(@keys::text[]),
       unnest(@works::int[]), unnest(@visible::timestamptz[])
ON CONFLICT (kind, slug) DO UPDATE
SET entry_id = excluded.entry_id, title = excluded.title, title_key = excluded.title_key, works = excluded.works, visible_from = excluded.visible_from
WHERE (t.entry_id, t.title, t.title_key, t.works, t.visible_from)
      IS DISTINCT FROM (excluded.entry_id, excluded.title, excluded.title_key, excluded.works, excluded.visible_from);

-- name: RemoveSuggestions :execrows
DELETE FROM suggestions s
WHERE NOT EXISTS (SELECT FROM (SELECT unnest(@kinds::text[]) AS kind, unnest(@slugs::text[]) AS slug) kept WHERE kept.kind = s.kind AND kept.slug = s.slug);

-- name: TypedWords :many
-- For each typed word: whether it is known, the number of entries with words that begin with it (up to beyond), the most frequent of these
-- words, and for an unknown word, similar ones. swapped returns the known words among variants of the typed words. It only reads indexes of
-- the vocabulary, so unknown words don't cost more.
SELECT EXISTS (SELECT FROM words w WHERE w.word = typed.word) AS known, completions.entries, completions.list AS frequent, similar_words.list AS similar,
       ARRAY(SELECT v.word FROM words v WHERE v.word = ANY (@variants::text[]) ORDER BY v.entries DESC, v.word)::text[] AS swapped
FROM (SELECT t.word, t.n, (@beyond::text[])[t.n] AS beyond FROM unnest(@words::text[]) WITH ORDINALITY AS t (word, n)) typed
CROSS JOIN LATERAL (
    SELECT coalesce(sum(c.entries), 0)::bigint AS entries, coalesce((array_agg(c.word ORDER BY c.entries DESC, c.word))[:10], '{}')::text[] AS list
    FROM words c
    WHERE c.word >= typed.word AND c.word < typed.beyond
) completions
CROSS JOIN LATERAL (
    SELECT coalesce(array_agg(s.word), '{}')::text[] AS list
    FROM similar_words(typed.word) AS s (word)
    WHERE NOT EXISTS (SELECT FROM words w WHERE w.word = typed.word)
) similar_words
ORDER BY typed.n;

-- name: AddWords :exec
-- Adds the words of one title. Its former words stay until the next import.
INSERT INTO words (word, entries)
SELECT lexeme, 1
FROM unnest(to_tsvector('pg_catalog.simple', @title::text)) AS t (lexeme, positions, weights)
WHERE char_length(lexeme) BETWEEN 2 AND 60 AND lexeme !~ '[-/.@_:]'
ON CONFLICT (word) DO NOTHING;

-- name: WordsMissing :one
SELECT NOT EXISTS (SELECT FROM words);

-- name: RebuildWords :exec
-- Rebuilds the vocabulary: words of names, of suggestions and of mediums. Words that remain keep their rows, which spares readers and
-- indexes.
WITH known AS (
    SELECT word, sum(ndoc)::int AS entries
    FROM (
        SELECT word, ndoc FROM ts_stat('SELECT artwork_names(title_key, artist_key) FROM artworks WHERE published') AS a (word, ndoc, nentry)
        UNION ALL SELECT word, ndoc FROM ts_stat('SELECT to_tsvector(''pg_catalog.simple'', title_key) FROM suggestions') AS b (word, ndoc, nentry)
        UNION ALL SELECT word, ndoc FROM ts_stat('SELECT to_tsvector(''pg_catalog.simple'', medium) FROM (SELECT DISTINCT medium FROM artworks WHERE published) m') AS c (word, ndoc, nentry)
    ) s
    WHERE char_length(word) BETWEEN 2 AND 60 AND word !~ '[-/.@_:]'
    GROUP BY word
), gone AS (
    DELETE FROM words w WHERE NOT EXISTS (SELECT FROM known k WHERE k.word = w.word)
)
INSERT INTO words AS t (word, entries)
SELECT word, entries FROM known
ON CONFLICT (word) DO UPDATE SET entries = excluded.entries WHERE t.entries <> excluded.entries;
