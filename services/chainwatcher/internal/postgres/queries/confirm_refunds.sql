UPDATE refunds SET status = 'confirmed' WHERE chain_id = $1 AND sent_number <= $2 AND status = 'sent'
RETURNING id::text, chain_id, checkout_id, to_address, amount, decided_at, status, reason, tx_hash
