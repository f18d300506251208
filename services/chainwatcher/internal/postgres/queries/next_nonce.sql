SELECT coalesce(max(nonce) + 1, 0) FROM transactions WHERE chain_id = $1 AND sender = $2
