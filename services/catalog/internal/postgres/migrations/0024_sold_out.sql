-- +goose NO TRANSACTION
-- +goose Up

-- Sold-out works may be rare: without this index a list of them reads the whole listing. A sale already updates every index of its work,
-- because of artworks_collected. A hold must not, so held works have no index. An invalid index from a failed attempt is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS artworks_sold_out;
CREATE INDEX CONCURRENTLY artworks_sold_out ON artworks (published_at DESC, id) INCLUDE (visible_from) WHERE published AND sold + withheld >= edition_size;

-- A colour may be rare, or no picture may have been processed yet, as after a bulk import.
DROP INDEX CONCURRENTLY IF EXISTS artworks_colored;
CREATE INDEX CONCURRENTLY artworks_colored ON artworks (published_at DESC, id) INCLUDE (visible_from) WHERE published AND colors <> '{}';
