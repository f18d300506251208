-- +goose Up
-- A row is an import of a collection from two CSV files on the desk: checked → running → done or failed. A failed one can be checked again.
CREATE TABLE collection_imports (
    id             uuid PRIMARY KEY,
    source         text NOT NULL,
    -- Who checked it last, or started it.
    account        text NOT NULL,
    email          text NOT NULL,
    artists_name   text NOT NULL,
    artworks_name  text NOT NULL,
    -- The files as they were sent; NULL once they aren't needed any more.
    artists        bytea,
    artworks       bytea,
    -- The columns of the files by ours; NULL finds them by their names.
    columns        jsonb,
    state          text NOT NULL DEFAULT 'checked' CHECK (state IN ('checked', 'running', 'done', 'failed')),
    -- The check's result, a message vitrine.catalog.v1.ImportCheck; whether it can be imported, and only with allow_removals.
    result         bytea NOT NULL,
    sound          boolean NOT NULL,
    mostly_removed boolean NOT NULL,
    allow_removals boolean NOT NULL DEFAULT false,
    works          int NOT NULL,
    -- Artworks that are read, and then those that are written as well.
    done           int NOT NULL DEFAULT 0,
    written        int NOT NULL DEFAULT 0,
    removed        int NOT NULL DEFAULT 0,
    -- Why it failed, for people.
    reason         text NOT NULL DEFAULT '',
    -- Whether the last attempt failed for a temporary reason.
    retrying       boolean NOT NULL DEFAULT false,
    updated_at     timestamptz NOT NULL
);
CREATE INDEX collection_imports_updated ON collection_imports (updated_at);
