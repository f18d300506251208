DELETE FROM wallets WHERE address = $1 AND account_id = $2
