-- +goose Up

-- The change of the password that sessions were ended for last. credentials_changed_at also moves with wallets and addresses.
ALTER TABLE accounts ADD COLUMN password_changed_at timestamptz;
