UPDATE payouts SET status = 'failed', reason = $2 WHERE id = $1 AND status = 'queued'
