UPDATE refunds SET status = 'failed', reason = 'unsupported_chain', tx_hash = '', sent_number = NULL WHERE chain_id = $1 AND status IN ('queued', 'sent')
RETURNING id::text, chain_id, checkout_id, to_address, amount, decided_at, status, reason, tx_hash
