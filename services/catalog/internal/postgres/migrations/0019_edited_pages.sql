-- +goose Up

-- What staff changed of a fixed page stays while its file stays. The id names it in content_changes.
ALTER TABLE pages ADD COLUMN id bigint NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE,
    ADD COLUMN entry_hash text NOT NULL DEFAULT '', ADD COLUMN edited boolean NOT NULL DEFAULT false;
