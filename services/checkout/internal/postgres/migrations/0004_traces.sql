-- +goose Up
-- The trace context of the request that made the hold, empty while traces are off. Payment and delivery link to it.
ALTER TABLE checkouts ADD COLUMN traceparent text NOT NULL DEFAULT '';
