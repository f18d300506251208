SELECT account_id::text, chain_id FROM wallets WHERE address = $1
