UPDATE withdrawals SET status = $2, reason = $3, approved_at = $4, not_before = $5, tx_hash = $6 WHERE id = $1
