-- +goose Up
-- The version of a schedule that was published to other services. A release that doesn't publish schedules leaves it behind.
ALTER TABLE phase_schedules ADD COLUMN announced bigint NOT NULL DEFAULT 0 CHECK (announced BETWEEN 0 AND version);
