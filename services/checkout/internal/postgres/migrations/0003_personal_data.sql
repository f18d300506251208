-- +goose Up
-- Exports and deletions of a person's data find refund requests by this.
CREATE INDEX refund_requests_review ON refund_requests (review_id) WHERE review_id IS NOT NULL;
