-- +goose Up

-- Until when the holder of the newest epoch may write, by the clock of this database. A holder that vanishes or is paused loses the key
-- then, whatever becomes of its connections.
ALTER TABLE signers ADD COLUMN expires_at timestamptz NOT NULL DEFAULT '-infinity';
