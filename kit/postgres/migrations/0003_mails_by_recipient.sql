-- +goose Up
-- Exports and deletions of a person's data find emails by their recipient, and calls by their account.
CREATE INDEX mails_recipient ON mails (lower(recipient));
CREATE INDEX idempotency_account ON idempotency (split_part(scope, ' ', 1));
