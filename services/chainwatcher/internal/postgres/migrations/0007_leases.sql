-- +goose Up

-- Until when the holder of the newest epoch may write, by the database's clock. A holder that crashes or is paused then loses the key, even
-- if its connections stay open.
ALTER TABLE signers ADD COLUMN expires_at timestamptz NOT NULL DEFAULT '-infinity';
