SELECT chain_id, block_hash, log_index, block_number, block_time, checkout_id, tx_hash, payer, amount, artist_share, artist, refund_address,
    intent_hash, known, sightings, state = 'confirmed'
FROM payments WHERE chain_id = $1 AND block_number >= $2 AND block_number < $3 AND (known AND state = 'seen' OR state = 'confirmed')
ORDER BY block_number, log_index
