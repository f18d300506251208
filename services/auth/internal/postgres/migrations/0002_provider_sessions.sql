-- +goose Up

-- A hash of the session at the identity provider (issuer and sid), empty if the provider didn't identify it. The end of that session ends
-- this one.
ALTER TABLE sessions ADD COLUMN provider_session text NOT NULL DEFAULT '';
CREATE INDEX sessions_provider ON sessions (provider_session) WHERE provider_session <> '';

-- The same, of the session that the ticket becomes or belongs to.
ALTER TABLE tickets ADD COLUMN provider_session text NOT NULL DEFAULT '';
CREATE INDEX tickets_provider ON tickets (provider_session) WHERE provider_session <> '';
