-- +goose Up

-- The number of public artworks with a colour or a technique, for catalogs that are too large to count on each request. Derived: a periodic
-- job counts them again after a change.
CREATE TABLE facets (
    kind  text NOT NULL CHECK (kind IN ('color', 'technique')),
    key   text COLLATE "C" NOT NULL, -- the color, or artworks.technique
    name  text NOT NULL,             -- as most artworks write it
    works int NOT NULL CHECK (works > 0),
    PRIMARY KEY (kind, key)
);
CREATE INDEX facets_works ON facets (kind, works DESC, key);

-- The content version that facets were counted for. One row.
CREATE TABLE facets_counted (version bigint NOT NULL);
CREATE UNIQUE INDEX facets_counted_once ON facets_counted ((true));
INSERT INTO facets_counted VALUES (0);
