-- +goose Up
-- Lists are read from the newest, page by page.
ALTER TABLE objects ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY;
ALTER TABLE events ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY;
-- Why the shop did not take an event the last time.
ALTER TABLE events ADD COLUMN last_error text NOT NULL DEFAULT '';
-- Charges that their holder will dispute.
CREATE TABLE disputes_due (
    charge text PRIMARY KEY REFERENCES objects,
    due_at timestamptz NOT NULL
);
