-- +goose Up
-- The ids of a drop's works in the order in which they hang. Works that aren't among them follow, the newest first; ids of others mean nothing.
ALTER TABLE drops ADD COLUMN work_ids bigint[] NOT NULL DEFAULT '{}' CHECK (cardinality(work_ids) <= 1000);
