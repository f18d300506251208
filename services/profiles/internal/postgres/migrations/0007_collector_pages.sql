-- +goose Up

-- The public page of a collector. Nothing of it is public until it is published.
CREATE TABLE collector_pages (
    account_id   uuid PRIMARY KEY,
    -- The name in the address; NULL before one was chosen. Lower case only, so that names that differ in case are the same.
    name         text UNIQUE CHECK (name ~ '^[a-z0-9]+(-[a-z0-9]+)*$' AND char_length(name) BETWEEN 3 AND 40),
    display_name text NOT NULL DEFAULT '' CHECK (char_length(display_name) <= 80),
    text         text NOT NULL DEFAULT '' CHECK (char_length(text) <= 1000),
    published    boolean NOT NULL DEFAULT false,
    indexed      boolean NOT NULL DEFAULT false,
    -- Gallery staff took the page down.
    hidden       boolean NOT NULL DEFAULT false,
    updated_at   timestamptz NOT NULL,
    CHECK (NOT published OR (name IS NOT NULL AND display_name <> ''))
);

-- The works that a collector chose to show, in their order. The chainwatcher knows who holds a token.
CREATE TABLE collector_works (
    account_id uuid NOT NULL REFERENCES collector_pages (account_id) ON DELETE CASCADE,
    position   integer NOT NULL CHECK (position BETWEEN 0 AND 99),
    token_id   bigint NOT NULL CHECK (token_id > 0),
    text       text NOT NULL DEFAULT '' CHECK (char_length(text) <= 300),
    PRIMARY KEY (account_id, position),
    UNIQUE (account_id, token_id)
);
