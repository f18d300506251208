-- +goose NO TRANSACTION
-- +goose Up

-- For the job that waits until an edition has been free for a while. Few are. An invalid index from a failed attempt is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS reminders_free;
CREATE INDEX CONCURRENTLY reminders_free ON reminders (free_since) WHERE free_since IS NOT NULL;
