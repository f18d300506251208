-- +goose Up
-- Lists are paged, newest first.
ALTER TABLE objects ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY;
ALTER TABLE events ADD COLUMN seq bigint GENERATED ALWAYS AS IDENTITY;
-- Why the shop last rejected an event.
ALTER TABLE events ADD COLUMN last_error text NOT NULL DEFAULT '';
-- Charges that the card holder will dispute.
CREATE TABLE disputes_due (
    charge text PRIMARY KEY REFERENCES objects,
    due_at timestamptz NOT NULL
);
