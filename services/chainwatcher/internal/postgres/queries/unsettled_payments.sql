SELECT chain_id, block_hash, log_index, block_number, block_time, checkout_id, tx_hash, payer, amount, artist_share, artist, refund_address,
    intent_hash, known, sightings
FROM payments WHERE chain_id = $1 AND block_number <= $2 AND state = 'seen' AND known
