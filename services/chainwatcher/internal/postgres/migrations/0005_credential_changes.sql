-- +goose Up

-- When the credentials of an account last changed, as reported by auth's events. Withdrawals wait from that time on.
CREATE TABLE credential_changes (
    account_id text PRIMARY KEY,
    changed_at timestamptz NOT NULL
);
