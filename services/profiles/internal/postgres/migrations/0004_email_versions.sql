-- +goose Up

-- The version of auth's last event about the address, so that an older one changes nothing.
ALTER TABLE profiles ADD COLUMN email_version bigint NOT NULL DEFAULT 0;
