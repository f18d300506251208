UPDATE incoming SET final = true WHERE chain_id = $1 AND block_number <= $2 AND NOT final
RETURNING chain_id, block_hash, tx_hash, log_index, block_number, payer, to_address, asset, amount
