-- +goose Up

-- What people save and who they follow: entries of the catalog, which may be gone.
CREATE TABLE favorites (
    account_id uuid NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('artwork', 'artist', 'curator')),
    entry_id   bigint NOT NULL CHECK (entry_id > 0),
    added_at   timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind, entry_id)
);
