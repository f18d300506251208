SELECT token_id FROM tokens WHERE chain_id = $1 AND status = 'minted' ORDER BY minted_at DESC, token_id LIMIT $2
