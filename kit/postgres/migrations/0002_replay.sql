-- +goose Up

-- When an operator requested a retry of a dead letter; the consumer clears it.
ALTER TABLE dead_letters ADD COLUMN replay_at timestamptz;
CREATE INDEX dead_letters_replay ON dead_letters (replay_at) WHERE replay_at IS NOT NULL;
