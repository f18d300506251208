-- +goose NO TRANSACTION
-- +goose Up

-- Every login compares its session with all earlier ones of the account; the index sessions_account has only those that haven't ended. An
-- invalid index from a failed attempt is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS sessions_created;
CREATE INDEX CONCURRENTLY sessions_created ON sessions (account_id, created_at DESC, id DESC);
