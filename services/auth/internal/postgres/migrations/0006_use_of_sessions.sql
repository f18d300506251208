-- +goose Up

-- When the session last got an access token.
ALTER TABLE sessions ADD COLUMN used_at timestamptz NOT NULL DEFAULT now();
-- A refresh extends idle_until to seven days, but not beyond until.
UPDATE sessions SET used_at = greatest(created_at, rotated_at, idle_until - interval '7 days');

-- From now on this is the network of the last use (IPv4 /24, IPv6 /48). Full addresses are no longer stored.
UPDATE sessions SET ip = '';
