-- +goose Up
-- Renditions are jobs, so files are no longer claimed.
ALTER TABLE media_files DROP COLUMN claimed_at;
