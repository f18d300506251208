-- +goose Up

-- A code becomes a session of this account, with this time of login. It ends with the account's sessions.
ALTER TABLE tickets ADD COLUMN account_id uuid, ADD COLUMN authenticated_at timestamptz;
CREATE INDEX tickets_account ON tickets (account_id) WHERE account_id IS NOT NULL;
