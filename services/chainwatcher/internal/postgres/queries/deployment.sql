SELECT token_contract, payment_contract, price_feed, start_block FROM deployments WHERE chain_id = $1 AND genesis_hash = $2
