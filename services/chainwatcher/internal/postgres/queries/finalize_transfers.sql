UPDATE transfers SET final = true WHERE chain_id = $1 AND block_number <= $2 AND NOT final
