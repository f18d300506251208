-- +goose Up

-- The passkey that gave the last confirmation; NULL for a recovery code. Removing the passkey ends the confirmation.
ALTER TABLE sessions ADD COLUMN confirmed_by uuid;
