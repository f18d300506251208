-- +goose NO TRANSACTION
-- +goose Up

-- A search among the newest works combines its index with this one. Postgres doesn't combine two indexes with the same predicate, so this
-- one has none. An invalid index from a failed attempt is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS artworks_by_time;
CREATE INDEX CONCURRENTLY artworks_by_time ON artworks (published_at);
