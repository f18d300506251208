SELECT height FROM chain_cursors WHERE chain_id = $1
