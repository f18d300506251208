-- +goose NO TRANSACTION
-- +goose Up

-- GIN indexes of plain columns. The extension is trusted: the database's owner may create it.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- A search within a category, technique or colour reads one index. Invalid indexes from a failed attempt are dropped first.
DROP INDEX CONCURRENTLY IF EXISTS artworks_found;
CREATE INDEX CONCURRENTLY artworks_found ON artworks USING gin (search, category, technique, colors) WHERE published;
DROP INDEX CONCURRENTLY IF EXISTS artworks_search;
DROP INDEX CONCURRENTLY IF EXISTS artworks_colors;
DROP INDEX CONCURRENTLY IF EXISTS artworks_named;
CREATE INDEX CONCURRENTLY artworks_named ON artworks USING gin (artwork_names(title_key, artist_key), category, technique, colors) WHERE published;
DROP INDEX CONCURRENTLY IF EXISTS artworks_names;

-- The same of every sixteenth artwork. In a large catalog most works that a frequent word finds aren't shown, but a full index reads all of them
-- before it returns the first.
DROP INDEX CONCURRENTLY IF EXISTS artworks_found_sample;
CREATE INDEX CONCURRENTLY artworks_found_sample ON artworks USING gin (search, category, technique, colors) WHERE published AND id % 16 = 0;
DROP INDEX CONCURRENTLY IF EXISTS artworks_named_sample;
CREATE INDEX CONCURRENTLY artworks_named_sample ON artworks USING gin (artwork_names(title_key, artist_key), category, technique, colors)
    WHERE published AND id % 16 = 0;
CREATE STATISTICS IF NOT EXISTS artworks_sampled ON (id % 16) FROM artworks;

-- Searches for the newest works don't combine indexes any more.
DROP INDEX CONCURRENTLY IF EXISTS artworks_by_time;
