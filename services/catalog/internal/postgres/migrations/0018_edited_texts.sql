-- +goose Up

-- Changes by staff stay as long as the entry's content (entry_hash) doesn't change, as for artworks and posts.
ALTER TABLE drops ADD COLUMN entry_hash text NOT NULL DEFAULT '', ADD COLUMN edited boolean NOT NULL DEFAULT false;
ALTER TABLE curators ADD COLUMN entry_hash text NOT NULL DEFAULT '', ADD COLUMN edited boolean NOT NULL DEFAULT false;
-- For an artist, edited means that staff changed the account.
ALTER TABLE artists ADD COLUMN texts_edited boolean NOT NULL DEFAULT false;
