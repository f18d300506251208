SELECT token_id, chain_id, checkout_id, status, mint_tx FROM tokens WHERE token_id = ANY ($1) ORDER BY token_id
