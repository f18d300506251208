-- +goose Up

-- The ENS name that resolved to address when the change was requested. Payments use only address.
ALTER TABLE payout_updates ADD COLUMN name text NOT NULL DEFAULT '';
