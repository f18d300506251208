-- +goose Up
-- Exports and deletions of a person's data find emails by the session or account that they are about.
CREATE INDEX mails_subject ON mails (split_part(key, '.', 3));
