UPDATE refunds SET status = 'failed', reason = $2, tx_hash = '', sent_number = NULL WHERE id = $1 AND status = 'queued'
RETURNING id::text, chain_id, checkout_id, to_address, amount, decided_at, status, reason, tx_hash
