INSERT INTO payments (chain_id, block_hash, log_index, block_number, block_time, checkout_id, tx_hash, payer, amount, artist_share, artist,
    refund_address, intent_hash, known, state)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
    EXISTS (SELECT 1 FROM quotes WHERE intent_hash = $13 AND checkout_id::text = $6), 'seen')
ON CONFLICT (chain_id, block_hash, log_index) DO UPDATE SET state = 'seen', sightings = payments.sightings + 1
RETURNING known, sightings
