SELECT address, chain_id, linked_at FROM wallets WHERE account_id = $1 ORDER BY linked_at, address
