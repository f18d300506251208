-- +goose Up

-- Changes of a fixed page by staff stay as long as its file doesn't change. The id names it in content_changes.
ALTER TABLE pages ADD COLUMN id bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
    ADD COLUMN entry_hash text NOT NULL DEFAULT '', ADD COLUMN edited boolean NOT NULL DEFAULT false;
