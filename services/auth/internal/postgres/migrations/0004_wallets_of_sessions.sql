-- +goose Up

-- Unlinking this wallet ends the session. Empty for sessions of an identity, and for older ones.
ALTER TABLE sessions ADD COLUMN wallet text NOT NULL DEFAULT '';

-- The chain on which a contract wallet first signed; 0 while only the address's key has signed.
ALTER TABLE wallets ADD COLUMN chain_id bigint NOT NULL DEFAULT 0;
