-- +goose Up

-- The ENS name that resolved to to_address when the withdrawal was requested. Only to_address moves a token.
ALTER TABLE withdrawals ADD COLUMN to_name text NOT NULL DEFAULT '';
