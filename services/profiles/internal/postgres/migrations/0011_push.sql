-- +goose Up

-- The browsers in which people get a notification in addition to a reminder's email (web push, RFC 8030). A row is deleted when the session
-- that saved it ends, and when the browser's push service reports that the subscription no longer exists.
CREATE TABLE push_subscriptions (
    -- SHA-256 of the endpoint, in hex: the public identifier.
    id         text PRIMARY KEY CHECK (id = encode(sha256(convert_to(endpoint, 'UTF8')), 'hex')),
    account_id uuid NOT NULL,
    session_id text NOT NULL,
    -- Limits an account to 10 browsers.
    slot       smallint NOT NULL CHECK (slot BETWEEN 1 AND 10),
    -- A secret, although the push service only accepts messages signed with the gallery's key.
    endpoint   text NOT NULL CHECK (char_length(endpoint) <= 1000 AND endpoint ~ '^https?://'),
    -- The browser's public key and its secret, base64url: they encrypt messages (RFC 8291).
    p256dh     text NOT NULL CHECK (p256dh ~ '^[A-Za-z0-9_-]{87}$'),
    auth       text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{22}$'),
    -- The gallery's public key that the browser subscribed with.
    public_key text NOT NULL CHECK (public_key ~ '^[A-Za-z0-9_-]{87}$'),
    saved_at   timestamptz NOT NULL,
    UNIQUE (account_id, slot)
);

CREATE INDEX push_subscriptions_session ON push_subscriptions (session_id);

-- Pending notifications. A row is deleted when it is sent or has expired.
CREATE TABLE push_messages (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subscription_id text NOT NULL REFERENCES push_subscriptions ON DELETE CASCADE,
    -- Identifies the notification, like the email's key.
    key             text NOT NULL,
    payload         text NOT NULL CHECK (octet_length(payload) <= 3000),
    expires_at      timestamptz NOT NULL,
    UNIQUE (subscription_id, key)
);
