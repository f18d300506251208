-- +goose Up

-- The last change of the password for which sessions were ended. credentials_changed_at also moves with wallets and addresses.
ALTER TABLE accounts ADD COLUMN password_changed_at timestamptz;
