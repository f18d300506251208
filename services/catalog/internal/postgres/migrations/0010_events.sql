-- +goose Up

-- Every change of an artwork takes the next version, so that a change's events know what it changed and consumers know what is newer.
CREATE SEQUENCE artwork_versions;
ALTER TABLE artworks ADD COLUMN version bigint NOT NULL DEFAULT 0;
CREATE INDEX artworks_version ON artworks (version);
