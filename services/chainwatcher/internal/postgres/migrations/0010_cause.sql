-- +goose Up

-- Identifies the request that queued a transaction, for traces and logs: its trace context and its request id.
ALTER TABLE transactions ADD COLUMN cause jsonb NOT NULL DEFAULT '{}';
