-- +goose Up

-- Word similarity with an index. The extension is trusted: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- What the search box suggests besides artworks, which have separate indexes. Derived: every import rebuilds it.
CREATE TABLE suggestions (
    kind         text NOT NULL, -- ARTIST, DROP, POST, TECHNIQUE
    slug         text NOT NULL,
    entry_id     bigint NOT NULL, -- 0 for a technique
    title        text NOT NULL,
    title_key    text COLLATE "C" NOT NULL, -- lower case, without accents
    works        int NOT NULL, -- published artworks behind it
    visible_from timestamptz NOT NULL,
    PRIMARY KEY (kind, slug)
);
CREATE INDEX suggestions_names ON suggestions USING gin (to_tsvector('pg_catalog.simple', title_key));
CREATE INDEX suggestions_title ON suggestions (title_key);

-- Every word that a suggestion can be found by, to complete and correct what people type. Some ten thousand words, regardless of the number
-- of artworks. Derived, too.
CREATE TABLE words (
    word    text COLLATE "C" PRIMARY KEY,
    entries int NOT NULL -- how many entries have it
);
CREATE INDEX words_trigrams ON words USING gin (word gin_trgm_ops);

-- Known words that are similar to a word, the most similar first. The threshold is lower than the default, because one wrong letter changes
-- most trigrams; the caller checks the distance.
-- +goose StatementBegin
CREATE FUNCTION similar_words(typed text) RETURNS SETOF text
    LANGUAGE sql STABLE SET pg_trgm.similarity_threshold = 0.2 AS
$$
    SELECT w.word FROM words w WHERE w.word % typed ORDER BY similarity(w.word, typed) DESC, w.entries DESC, w.word LIMIT 40
$$;
-- +goose StatementEnd

-- A search finds works by the name of their category and, for bulk imports as for others, by their technique.
UPDATE artworks w
SET search = w.search || setweight(to_tsvector('pg_catalog.english', w.medium || ' ' || c.name), 'D')
FROM categories c
WHERE c.slug = w.category;
