-- +goose Up

-- Counts the events about an account, so that other services can order them.
ALTER TABLE accounts ADD COLUMN version bigint NOT NULL DEFAULT 0;
