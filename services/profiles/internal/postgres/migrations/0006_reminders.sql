-- +goose Up

-- What people want one email about: a drop that opens, an edition that becomes available. A row is deleted when its email is sent.
CREATE TABLE reminders (
    account_id uuid NOT NULL,
    kind       text NOT NULL CHECK (kind IN ('drop', 'artwork')),
    entry_id   bigint NOT NULL CHECK (entry_id > 0),
    -- When the drop opens, as of the last check with the catalog.
    opens_at   timestamptz,
    -- Since when an edition of the artwork has been free; NULL while none is.
    free_since timestamptz,
    added_at   timestamptz NOT NULL,
    PRIMARY KEY (account_id, kind, entry_id),
    CHECK ((kind = 'drop') = (opens_at IS NOT NULL)),
    CHECK (kind = 'artwork' OR free_since IS NULL)
);

-- The job looks at all reminders of an entry.
CREATE INDEX reminders_entry ON reminders (kind, entry_id, account_id);
