INSERT INTO payments (
    id, key, checkout_id, method, status, amount, currency, credited, at, provider_id, chain_id, block_hash, block_number,
    block_time, log_index, transaction, payer, wei, artist_wei, artist, refund_address, intent_hash,
    unexpected, asset)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18::numeric, $19::numeric, $20, $21, $22, $23, $24)
ON CONFLICT (id) DO UPDATE SET
    status = excluded.status, amount = excluded.amount, currency = excluded.currency, credited = excluded.credited
