-- +goose Up

-- When the last edition was sold; NULL for sales before this migration.
ALTER TABLE artworks ADD COLUMN collected_at timestamptz;
CREATE INDEX artworks_collected ON artworks (collected_at DESC, id) WHERE collected_at IS NOT NULL;
