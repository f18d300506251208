-- +goose Up

-- The time up to which events of scheduled changes were published: works and posts that become public, drops that begin and end. One row.
CREATE TABLE told (at timestamptz NOT NULL);
CREATE UNIQUE INDEX told_once ON told ((true));
INSERT INTO told VALUES (now());
