INSERT INTO payments (chain_id, block_hash, log_index, block_number, block_time, checkout_id, tx_hash, payer, amount, artist_share, artist,
    refund_address, intent_hash, known, state)
SELECT p.chain_id, p.block_hash, p.log_index, p.block_number, p.block_time, p.checkout_id, p.tx_hash, p.payer, p.amount::numeric, p.artist_share::numeric,
    p.artist, p.refund_address, p.intent_hash, q.intent_hash IS NOT NULL, 'seen'
FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[],
    $11::text[], $12::text[], $13::text[]) AS p (chain_id, block_hash, log_index, block_number, block_time, checkout_id, tx_hash, payer, amount,
    artist_share, artist, refund_address, intent_hash)
LEFT JOIN quotes q ON q.intent_hash = p.intent_hash AND q.checkout_id::text = p.checkout_id
ON CONFLICT (chain_id, block_hash, log_index) DO UPDATE SET state = 'seen', sightings = payments.sightings + 1
RETURNING block_hash, log_index, known, sightings
