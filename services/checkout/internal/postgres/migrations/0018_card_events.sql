-- +goose Up

-- The time up to which the card provider's events were read from its list: one row. After a restore it is as old as the database, so the
-- events since then are read again.
CREATE TABLE card_events_read (
    one   boolean PRIMARY KEY DEFAULT true CHECK (one),
    until timestamptz NOT NULL
);
