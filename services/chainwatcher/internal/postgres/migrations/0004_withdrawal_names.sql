-- +goose Up

-- The ENS name that resolved to to_address when the withdrawal was requested. Transfers use only to_address.
ALTER TABLE withdrawals ADD COLUMN to_name text NOT NULL DEFAULT '';
