-- +goose Up

-- Films of editions of live works: one for each token of such a work, from when its mint is final.
CREATE TABLE edition_films (
    token_id     bigint PRIMARY KEY,
    artwork_id   bigint NOT NULL REFERENCES artworks ON DELETE CASCADE,
    number       int NOT NULL CHECK (number BETWEEN 1 AND 999999),
    requested_at timestamptz NOT NULL,
    -- The page and the recipe that were filmed; NULL until then. After a change of either, the edition is filmed again.
    page         text,
    recipe       jsonb,
    -- The path of the film on the public origin; NULL for an edition that doesn't move.
    url          text,
    width        int CHECK (width BETWEEN 1 AND 16384),
    height       int CHECK (height BETWEEN 1 AND 16384),
    bytes        int CHECK (bytes > 0),
    milliseconds int CHECK (milliseconds > 0),
    -- When the page last failed.
    failed_at    timestamptz,
    CHECK (token_id = artwork_id * 1000000 + number),
    CHECK (page IS NOT NULL OR url IS NULL),
    CHECK (num_nulls(url, width, height, bytes, milliseconds) IN (0, 5))
);
