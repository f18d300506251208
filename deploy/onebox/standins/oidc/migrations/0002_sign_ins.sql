-- +goose Up
-- Logins in progress, so that they survive a restart.
CREATE TABLE sign_ins (
    id          text PRIMARY KEY,
    request     jsonb NOT NULL,
    subject     text REFERENCES users,
    finished_at timestamptz,
    code_hash   bytea UNIQUE,
    created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_ins_created ON sign_ins (created_at);
-- Access tokens by id, refresh tokens by hash.
CREATE TABLE tokens (
    id               bytea PRIMARY KEY,
    kind             text NOT NULL CHECK (kind IN ('access', 'refresh')),
    subject          text NOT NULL REFERENCES users,
    client           text NOT NULL,
    scopes           text[] NOT NULL,
    authenticated_at timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL
);
CREATE INDEX tokens_subject ON tokens (subject, client);
CREATE INDEX tokens_expires ON tokens (expires_at);
-- Keys that encrypt and sign data that only the provider reads.
CREATE TABLE secrets (
    name  text PRIMARY KEY,
    value bytea NOT NULL
);
