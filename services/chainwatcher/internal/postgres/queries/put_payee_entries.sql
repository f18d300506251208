INSERT INTO payee_entries (chain_id, block_hash, log_index, block_number, block_time, tx_hash, payee, amount)
SELECT $1, e.block_hash, e.log_index, e.block_number, e.block_time, e.tx_hash, e.payee, e.amount::numeric
FROM unnest($2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::text[], $7::text[], $8::text[])
    AS e (block_hash, log_index, block_number, block_time, tx_hash, payee, amount)
ON CONFLICT DO NOTHING
