-- +goose NO TRANSACTION
-- +goose Up

-- The gauges look for payments that aren't final every 15 seconds, and final ones are many. An index that a failed attempt left behind is
-- invalid, and is built again.
DROP INDEX CONCURRENTLY IF EXISTS payments_unsettled;
CREATE INDEX CONCURRENTLY payments_unsettled ON payments (at) WHERE status = 'seen';
