INSERT INTO wallets (address, account_id, linked_at) VALUES ($1, $2, $3)
