-- +goose Up

-- For the reconciler, which looks for failed refunds without a review.
CREATE INDEX checkouts_refund_failed ON checkouts (id) WHERE status = 'refund_failed';
