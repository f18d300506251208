SELECT chain_id, token_id, from_address, to_address, tx_hash, log_index, block_time, block_number, final
FROM transfers WHERE token_id BETWEEN $1 AND $2 ORDER BY token_id, block_number, log_index LIMIT 10000
