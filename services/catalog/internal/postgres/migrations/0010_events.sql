-- +goose Up

-- Every change of an artwork takes the next version, so that events know what a change affected, and consumers know which event is newer.
CREATE SEQUENCE artwork_versions;
ALTER TABLE artworks ADD COLUMN version bigint NOT NULL DEFAULT 0;
CREATE INDEX artworks_version ON artworks (version);
