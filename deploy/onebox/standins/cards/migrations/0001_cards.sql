-- +goose Up
-- +adopt 2

-- A row is an object of the provider, as it returns it. Lists are paged by seq, newest first.
CREATE TABLE objects (
    id         text PRIMARY KEY,
    kind       text NOT NULL,
    parent     text NOT NULL DEFAULT '',
    data       jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    seq        bigint GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX objects_parent ON objects (parent) WHERE parent <> '';
CREATE INDEX objects_kind ON objects (kind, created_at DESC);

-- A row is a signed event, delivered until the shop accepts it.
CREATE TABLE events (
    id           text PRIMARY KEY,
    payload      text NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz,
    attempts     integer NOT NULL DEFAULT 0,
    next_at      timestamptz NOT NULL DEFAULT now(),
    seq          bigint GENERATED ALWAYS AS IDENTITY,
    -- Why the shop last rejected the event.
    last_error   text NOT NULL DEFAULT ''
);
CREATE INDEX events_pending ON events (next_at) WHERE delivered_at IS NULL;

-- A row is the reply to a request with an idempotency key.
CREATE TABLE replies (
    key        text PRIMARY KEY,
    hash       text NOT NULL,
    status     integer NOT NULL,
    body       text NOT NULL
);

-- A row is a charge that the card holder will dispute.
CREATE TABLE disputes_due (
    charge text PRIMARY KEY REFERENCES objects,
    due_at timestamptz NOT NULL
);
