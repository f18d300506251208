-- +goose Up
-- The version of a schedule that other services know. A release that didn't tell them leaves it behind.
ALTER TABLE phase_schedules ADD COLUMN announced bigint NOT NULL DEFAULT 0 CHECK (announced BETWEEN 0 AND version);
