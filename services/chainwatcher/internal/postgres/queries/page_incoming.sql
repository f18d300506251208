SELECT chain_id, block_hash, tx_hash, log_index, block_number, payer, to_address, asset, amount
FROM incoming WHERE chain_id = $1 AND block_number >= $2 AND block_number < $3 AND final ORDER BY block_number, log_index, tx_hash
