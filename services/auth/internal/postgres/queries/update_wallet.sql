UPDATE wallets SET chain_id = $2 WHERE address = $1
