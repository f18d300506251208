-- +goose Up
-- +adopt 2

-- A row is a person who can log in.
CREATE TABLE users (
    id             text PRIMARY KEY,
    email          text NOT NULL,
    password_hash  text NOT NULL,
    email_verified boolean NOT NULL DEFAULT false,
    created_at     timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email ON users (lower(email));

-- A row is an emailed link that verifies an address.
CREATE TABLE verifications (
    hash       bytea PRIMARY KEY,
    user_id    text NOT NULL REFERENCES users,
    expires_at timestamptz NOT NULL
);

-- A row is a key that signs ID tokens.
CREATE TABLE signing_keys (
    id         text PRIMARY KEY,
    pkcs8      bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);

-- A row is a login in progress. It survives a restart.
CREATE TABLE sign_ins (
    id          text PRIMARY KEY,
    request     jsonb NOT NULL,
    subject     text REFERENCES users,
    finished_at timestamptz,
    code_hash   bytea UNIQUE,
    created_at  timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_ins_created ON sign_ins (created_at);

-- A row is an access token, by its id, or a refresh token, by its hash.
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

-- A row is a key that encrypts and signs data that only the provider reads.
CREATE TABLE secrets (
    name  text PRIMARY KEY,
    value bytea NOT NULL
);
