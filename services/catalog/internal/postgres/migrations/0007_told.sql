-- +goose Up

-- Until when pages were told of what changes by itself: works and posts that become public, drops that begin and end. One row.
CREATE TABLE told (at timestamptz NOT NULL);
CREATE UNIQUE INDEX told_once ON told ((true));
INSERT INTO told VALUES (now());
