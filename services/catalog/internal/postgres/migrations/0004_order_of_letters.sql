-- +goose NO TRANSACTION
-- +goose Up
-- Lists by name have the order of all scripts, which doesn't depend on the database's locale. The indexes of the order of bytes stay: suggestions
-- read artworks_title, and an earlier release the others. A later release drops artworks_artist_name and artists_name.
DROP INDEX CONCURRENTLY IF EXISTS artworks_title_order;
CREATE INDEX CONCURRENTLY artworks_title_order ON artworks (title_key COLLATE "und-x-icu", id) INCLUDE (visible_from) WHERE published;
DROP INDEX CONCURRENTLY IF EXISTS artworks_artist_order;
CREATE INDEX CONCURRENTLY artworks_artist_order ON artworks (artist_key COLLATE "und-x-icu", id) INCLUDE (visible_from) WHERE published;
DROP INDEX CONCURRENTLY IF EXISTS artists_order;
CREATE INDEX CONCURRENTLY artists_order ON artists (sort_key COLLATE "und-x-icu", id) WHERE published;
