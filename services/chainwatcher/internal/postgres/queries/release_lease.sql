UPDATE signers SET expires_at = '-infinity' WHERE chain_id = $1 AND address = $2 AND epoch = $3
