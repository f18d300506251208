-- name: LockWallet :exec
-- LockWallet locks an address for the transaction, whether or not it is linked.
SELECT pg_advisory_xact_lock(hashtextextended('wallet ' || @address::text, 0));

-- name: AccountOfWallet :one
SELECT account_id, chain_id FROM wallets WHERE address = @address;

-- name: Wallets :many
SELECT * FROM wallets WHERE account_id = @account_id ORDER BY linked_at, address;

-- name: LinkWallet :exec
INSERT INTO wallets (address, account_id, linked_at, chain_id) VALUES (@address, @account_id, @linked_at, @chain_id);

-- name: UpdateWallet :exec
UPDATE wallets SET chain_id = @chain_id WHERE address = @address;

-- name: UnlinkWallet :execrows
DELETE FROM wallets WHERE address = @address AND account_id = @account_id;
