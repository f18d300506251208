UPDATE withdrawals SET status = $2, reason = $3, tx_hash = coalesce(nullif($4, ''), tx_hash) WHERE id = $1 AND status IN ('signing', 'broadcast', 'mined')
