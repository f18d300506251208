-- +goose NO TRANSACTION
-- +goose Up

-- Works that are sold out may be few among many: without this a list of them reads the whole listing. A sale updates every index of its work
-- already, because of artworks_collected; a hold must not, so held works have no index. An index that a failed attempt left behind is invalid,
-- and is built again.
DROP INDEX CONCURRENTLY IF EXISTS artworks_sold_out;
CREATE INDEX CONCURRENTLY artworks_sold_out ON artworks (published_at DESC, id) INCLUDE (visible_from) WHERE published AND sold + withheld >= edition_size;

-- A colour may be rare, or no picture may have been read yet, as after an import in bulk.
DROP INDEX CONCURRENTLY IF EXISTS artworks_colored;
CREATE INDEX CONCURRENTLY artworks_colored ON artworks (published_at DESC, id) INCLUDE (visible_from) WHERE published AND colors <> '{}';
