-- +goose Up

-- Changes by staff stay as long as the entry's content (entry_hash) doesn't change: an import with other content overwrites them.
ALTER TABLE artworks ADD COLUMN entry_hash text NOT NULL DEFAULT '', ADD COLUMN edited boolean NOT NULL DEFAULT false,
    -- The original first file: its path in the media directory (hash/name), and its full SHA-256.
    ADD COLUMN original text NOT NULL DEFAULT '', ADD COLUMN original_sum text NOT NULL DEFAULT '';
ALTER TABLE posts ADD COLUMN entry_hash text NOT NULL DEFAULT '', ADD COLUMN edited boolean NOT NULL DEFAULT false;
ALTER TABLE artists ADD COLUMN entry_hash text NOT NULL DEFAULT '', ADD COLUMN edited boolean NOT NULL DEFAULT false;

-- Of a protected picture only renditions are public.
ALTER TABLE media_files ADD COLUMN protected boolean NOT NULL DEFAULT false;

-- Who changed what, and when. Written in the change's transaction and never updated.
CREATE TABLE content_changes (
    id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at       timestamptz NOT NULL,
    account  text NOT NULL,
    email    text NOT NULL,
    action   text NOT NULL,
    kind     text NOT NULL,
    entry_id bigint NOT NULL,
    before   jsonb NOT NULL,
    after    jsonb NOT NULL
);
CREATE INDEX content_changes_entry ON content_changes (kind, entry_id, id);
