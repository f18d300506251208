DELETE FROM transfers WHERE chain_id = $1 AND block_number > $2
