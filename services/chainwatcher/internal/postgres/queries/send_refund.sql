UPDATE refunds SET status = 'sent', tx_hash = $3, sent_number = $4 WHERE id = $1 AND chain_id = $2 AND status = 'queued'
RETURNING id::text, chain_id, checkout_id, to_address, amount, decided_at, status, reason, tx_hash
