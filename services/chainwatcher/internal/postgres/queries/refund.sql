SELECT id::text, chain_id, checkout_id, to_address, amount, decided_at, status, reason, tx_hash FROM refunds WHERE id = $1
