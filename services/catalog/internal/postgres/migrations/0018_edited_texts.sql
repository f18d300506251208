-- +goose Up

-- What staff changed stays while the entry's own words (entry_hash) stay, as for artworks and posts.
ALTER TABLE drops ADD COLUMN entry_hash text NOT NULL DEFAULT '', ADD COLUMN edited boolean NOT NULL DEFAULT false;
ALTER TABLE curators ADD COLUMN entry_hash text NOT NULL DEFAULT '', ADD COLUMN edited boolean NOT NULL DEFAULT false;
-- Of an artist, edited says that staff changed the account.
ALTER TABLE artists ADD COLUMN texts_edited boolean NOT NULL DEFAULT false;
