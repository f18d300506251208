-- +goose NO TRANSACTION
-- +goose Up

-- Works of a colour are found in this index alone, as works of other colours may be between them. An invalid index from a failed attempt is
-- dropped first.
DROP INDEX CONCURRENTLY IF EXISTS artworks_colored_newest;
CREATE INDEX CONCURRENTLY artworks_colored_newest ON artworks (published_at DESC, id) INCLUDE (visible_from, colors) WHERE published AND colors <> '{}';
DROP INDEX CONCURRENTLY IF EXISTS artworks_colored;
