INSERT INTO wallets (address, account_id, linked_at, chain_id) VALUES ($1, $2, $3, $4)
