SELECT account_id::text FROM wallets WHERE address = $1
