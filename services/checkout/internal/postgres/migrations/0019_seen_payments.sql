-- +goose NO TRANSACTION
-- +goose Up

-- For the gauges, which look for payments that aren't final every 15 seconds, among many final ones. An invalid index from a failed attempt
-- is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS payments_unsettled;
CREATE INDEX CONCURRENTLY payments_unsettled ON payments (at) WHERE status = 'seen';
