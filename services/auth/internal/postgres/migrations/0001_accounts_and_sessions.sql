-- +goose Up

CREATE TABLE accounts (
    id                     uuid PRIMARY KEY,
    -- Both are null for an account with wallets only.
    issuer                 text,
    subject                text,
    email                  text NOT NULL DEFAULT '',
    email_verified         boolean NOT NULL DEFAULT false,
    credentials_changed_at timestamptz,
    disabled               boolean NOT NULL DEFAULT false,
    created_at             timestamptz NOT NULL,
    CONSTRAINT accounts_identity UNIQUE (issuer, subject),
    CHECK ((issuer IS NULL) = (subject IS NULL))
);

CREATE TABLE wallets (
    -- EIP-55, so that there is one spelling. A wallet belongs to one account.
    address    text PRIMARY KEY CHECK (address ~ '^0x[0-9a-fA-F]{40}$'),
    account_id uuid NOT NULL REFERENCES accounts (id),
    linked_at  timestamptz NOT NULL
);
CREATE INDEX wallets_account ON wallets (account_id, linked_at);

CREATE TABLE sessions (
    id               uuid PRIMARY KEY,
    account_id       uuid NOT NULL REFERENCES accounts (id),
    key_thumbprint   text NOT NULL DEFAULT '',
    generation       integer NOT NULL DEFAULT 0,
    rotated_at       timestamptz NOT NULL,
    authenticated_at timestamptz NOT NULL,
    created_at       timestamptz NOT NULL,
    idle_until       timestamptz NOT NULL,
    until            timestamptz NOT NULL,
    ended_at         timestamptz,
    end_reason       text NOT NULL DEFAULT '',
    user_agent       text NOT NULL DEFAULT '',
    ip               text NOT NULL DEFAULT '',
    CHECK (idle_until <= until),
    CHECK ((ended_at IS NULL) = (end_reason = ''))
);
CREATE INDEX sessions_account ON sessions (account_id) WHERE ended_at IS NULL;
CREATE INDEX sessions_until ON sessions (until);

-- Only hashes, so that a copy of the database can't be used to open a session.
CREATE TABLE refresh_tokens (
    hash       bytea PRIMARY KEY,
    session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    generation integer NOT NULL
);
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

-- Data that is valid for a while and used once: logins in progress, codes, nonces, proofs.
CREATE TABLE tickets (
    kind  text NOT NULL,
    key   text NOT NULL,
    data  bytea,
    until timestamptz NOT NULL,
    PRIMARY KEY (kind, key)
);
CREATE INDEX tickets_until ON tickets (until);

-- The private keys of access tokens, unencrypted. Anyone who reads this table can sign tokens: protect the database and its backups.
CREATE TABLE signing_keys (
    id         text PRIMARY KEY,
    der        bytea NOT NULL,
    created_at timestamptz NOT NULL
);
