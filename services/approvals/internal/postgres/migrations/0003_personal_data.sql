-- +goose Up
-- Exports and deletions of a person's data find rows by these.
CREATE INDEX log_actor ON log (actor) WHERE actor <> '';
CREATE INDEX mails_request ON mails (split_part(key, ':', 2));
