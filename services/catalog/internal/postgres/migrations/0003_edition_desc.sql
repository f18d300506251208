-- +goose Up

-- Reading the index by edition size backwards also reverses the ids, so each page had to sort the thousands of works of one size.
CREATE INDEX artworks_edition_desc ON artworks (edition_size DESC, id) INCLUDE (visible_from) WHERE published;
