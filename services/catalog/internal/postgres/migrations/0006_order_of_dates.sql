-- +goose NO TRANSACTION
-- +goose Up
DROP INDEX CONCURRENTLY IF EXISTS artworks_year;
CREATE INDEX CONCURRENTLY artworks_year ON artworks (coalesce(year, year_last), id) INCLUDE (visible_from, year, year_last) WHERE published;
DROP INDEX CONCURRENTLY IF EXISTS artworks_year_desc;
CREATE INDEX CONCURRENTLY artworks_year_desc ON artworks (coalesce(year, year_last) DESC NULLS LAST, id) INCLUDE (visible_from, year, year_last)
    WHERE published;
