INSERT INTO deployments (chain_id, genesis_hash, token_contract, payment_contract, price_feed, start_block) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (chain_id, genesis_hash) DO UPDATE SET token_contract = excluded.token_contract, payment_contract = excluded.payment_contract,
    price_feed = excluded.price_feed, start_block = excluded.start_block, created_at = now()
