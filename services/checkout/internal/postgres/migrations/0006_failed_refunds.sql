-- +goose Up

-- Refunds that failed are few, and a round looks for those that nobody looks after.
CREATE INDEX checkouts_refund_failed ON checkouts (id) WHERE status = 'refund_failed';
