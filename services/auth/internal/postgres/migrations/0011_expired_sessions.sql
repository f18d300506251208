-- +goose Up

-- For the job that ends expired sessions.
CREATE INDEX sessions_idle ON sessions (idle_until) WHERE ended_at IS NULL;
