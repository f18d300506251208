-- +goose Up

-- Entries of the catalog that people save or follow; they may no longer exist.
CREATE TABLE favorites (
    account_id uuid NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('artwork', 'artist', 'curator')),
    entry_id   bigint NOT NULL CHECK (entry_id > 0),
    added_at   timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind, entry_id)
);
