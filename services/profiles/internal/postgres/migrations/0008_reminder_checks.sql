-- +goose Up

-- The number of the last check of reminders that began, in one row. A job that an event adds carries it, so that a check that is running
-- when the event comes is followed by another one.
CREATE TABLE reminder_checks (
    number bigint NOT NULL
);
INSERT INTO reminder_checks VALUES (0);
