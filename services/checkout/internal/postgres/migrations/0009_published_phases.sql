-- +goose Up
-- The version of a drop's phases that an event was last published for. Changes by earlier releases had no event: a reconciler publishes them.
ALTER TABLE phase_schedules ADD COLUMN published_version bigint NOT NULL DEFAULT 0;
