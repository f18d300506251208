-- +goose Up

-- The version of auth's last event about the address, so that older events are ignored.
ALTER TABLE profiles ADD COLUMN email_version bigint NOT NULL DEFAULT 0;
