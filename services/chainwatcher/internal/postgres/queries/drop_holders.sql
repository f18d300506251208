DELETE FROM holders WHERE chain_id = $1 AND token_id = ANY ($2)
