-- +goose Up
-- A row is an artwork that was public when the ranges were last updated.
CREATE TABLE listed (artwork_id bigint PRIMARY KEY);
INSERT INTO listed SELECT DISTINCT artwork_id FROM listing;

-- A row is a range of the public artworks, newest first: it begins with an artwork (the first one begins before all) and has a number of works. So
-- page 2,000 is found by adding numbers, and an artwork that becomes public changes one of them.
CREATE TABLE listing_ranges (
    from_at timestamptz NOT NULL,
    from_id bigint NOT NULL,
    works   int NOT NULL CHECK (works >= 0),
    PRIMARY KEY (from_at, from_id)
);
WITH numbered AS (
    SELECT w.published_at, w.id, (row_number() OVER (ORDER BY w.published_at DESC, w.id) - 1) / 1000 AS range
    FROM listed l
    JOIN artworks w ON w.id = l.artwork_id
), later AS (
    SELECT DISTINCT ON (range) published_at, id, count(*) OVER (PARTITION BY range) AS works
    FROM numbered
    WHERE range > 0
    ORDER BY range, published_at DESC, id
)
INSERT INTO listing_ranges (from_at, from_id, works)
SELECT 'infinity', 0, count(*) FROM numbered WHERE range = 0
UNION ALL SELECT published_at, id, works FROM later;

-- `listing` isn't read any more. An earlier release rebuilds it when it starts. A later release drops it, and `newest`.
