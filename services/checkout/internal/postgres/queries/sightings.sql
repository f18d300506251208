SELECT checkout_id, id, key, method, status, amount, currency, credited, at, provider_id, chain_id, block_hash, block_number,
       block_time, log_index, transaction, payer, wei::text, artist_wei::text, artist, refund_address, intent_hash,
       unexpected, asset
FROM payments
WHERE method = 'ether' AND status = 'seen' AND chain_id = $1 AND block_number BETWEEN $2 AND $3
ORDER BY at, id
