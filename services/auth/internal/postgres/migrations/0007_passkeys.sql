-- +goose Up

CREATE TABLE passkeys (
    id            uuid PRIMARY KEY,
    account_id    uuid NOT NULL REFERENCES accounts (id),
    -- WebAuthn's id of the credential.
    credential_id bytea NOT NULL UNIQUE,
    name          text NOT NULL,
    -- The credential as go-webauthn stores it: public key, counter, flags. It isn't a secret.
    credential    text NOT NULL,
    added_at      timestamptz NOT NULL,
    used_at       timestamptz
);
CREATE INDEX passkeys_account ON passkeys (account_id, added_at);

-- Only hashes. A code that was used is deleted.
CREATE TABLE recovery_codes (
    account_id uuid NOT NULL REFERENCES accounts (id),
    hash       bytea NOT NULL,
    PRIMARY KEY (account_id, hash)
);

-- When the person last confirmed with a passkey or a recovery code.
ALTER TABLE sessions ADD COLUMN confirmed_at timestamptz;
