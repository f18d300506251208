UPDATE transactions SET status = 'failed', reason = 'chain_restarted', nonce = NULL
WHERE chain_id = $1 AND kind = 'refund' AND status IN ('queued', 'signed', 'broadcast', 'mined')
