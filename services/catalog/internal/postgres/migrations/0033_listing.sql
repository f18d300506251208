-- +goose Up

-- The whole listing, numbered from its oldest artwork, so that page 2,000 is as fast as page 1, and a new artwork is one row more. The table
-- newest numbers it from the newest one, so each new artwork changes all its rows; it stays for the previous release, which rebuilds it at its
-- start if it misses artworks.
CREATE TABLE listing (
    place      int PRIMARY KEY,
    artwork_id bigint NOT NULL
);
INSERT INTO listing (place, artwork_id)
SELECT (SELECT max(position) FROM newest) + 1 - n.position, n.artwork_id FROM newest n;
ANALYZE listing;
