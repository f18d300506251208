-- +goose Up
-- The date in the words of the work's owner, which documents show instead of the year; empty if the year says it.
ALTER TABLE checkouts ADD COLUMN artwork_dated text NOT NULL DEFAULT '';
ALTER TABLE papers ADD COLUMN work_dated text NOT NULL DEFAULT '';
