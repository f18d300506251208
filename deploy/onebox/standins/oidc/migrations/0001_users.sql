-- +goose Up
CREATE TABLE users (
    id             text PRIMARY KEY,
    email          text NOT NULL,
    password_hash  text NOT NULL,
    email_verified boolean NOT NULL DEFAULT false,
    created_at     timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE TABLE verifications (
    hash       bytea PRIMARY KEY,
    user_id    text NOT NULL REFERENCES users,
    expires_at timestamptz NOT NULL
);
CREATE TABLE signing_keys (
    id         text PRIMARY KEY,
    pkcs8      bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
