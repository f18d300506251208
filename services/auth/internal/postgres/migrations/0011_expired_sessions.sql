-- +goose Up

-- Sessions that have expired are found by it and ended.
CREATE INDEX sessions_idle ON sessions (idle_until) WHERE ended_at IS NULL;
