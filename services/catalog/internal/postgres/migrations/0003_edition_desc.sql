-- +goose Up

-- The index by edition size read backwards has its ids backwards, too; sizes are few, so that thousands of works with the
-- same one were sorted for each page.
CREATE INDEX artworks_edition_desc ON artworks (edition_size DESC, id) INCLUDE (visible_from) WHERE published;
