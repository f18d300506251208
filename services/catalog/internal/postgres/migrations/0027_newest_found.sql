-- +goose NO TRANSACTION
-- +goose Up

-- A search among the newest works combines its index with this one. Postgres doesn't combine two indexes with the same predicate, so this one has
-- none. An index that a failed attempt left behind is invalid, and is built again.
DROP INDEX CONCURRENTLY IF EXISTS artworks_by_time;
CREATE INDEX CONCURRENTLY artworks_by_time ON artworks (published_at);
