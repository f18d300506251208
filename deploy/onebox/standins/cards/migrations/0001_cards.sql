-- +goose Up
-- The provider's objects as it returns them.
CREATE TABLE objects (
    id         text PRIMARY KEY,
    kind       text NOT NULL,
    parent     text NOT NULL DEFAULT '',
    data       jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX objects_parent ON objects (parent) WHERE parent <> '';
CREATE INDEX objects_kind ON objects (kind, created_at DESC);
-- Signed events, delivered until the shop accepts them.
CREATE TABLE events (
    id           text PRIMARY KEY,
    payload      text NOT NULL,
    created_at   timestamptz NOT NULL DEFAULT now(),
    delivered_at timestamptz,
    attempts     integer NOT NULL DEFAULT 0,
    next_at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX events_pending ON events (next_at) WHERE delivered_at IS NULL;
CREATE TABLE replies (
    key        text PRIMARY KEY,
    hash       text NOT NULL,
    status     integer NOT NULL,
    body       text NOT NULL
);
