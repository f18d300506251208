-- +goose Up
-- Renditions are jobs, so nobody claims files anymore.
ALTER TABLE media_files DROP COLUMN claimed_at;
