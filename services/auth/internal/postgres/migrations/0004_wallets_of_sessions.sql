-- +goose Up

-- The wallet that opened a session ends it when it is unlinked. Empty for those of an identity, and for those from before.
ALTER TABLE sessions ADD COLUMN wallet text NOT NULL DEFAULT '';

-- The chain on which a contract vouched for the wallet first; 0 while the wallet's own key has signed only.
ALTER TABLE wallets ADD COLUMN chain_id bigint NOT NULL DEFAULT 0;
