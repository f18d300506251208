UPDATE transactions SET status = CASE WHEN status = 'queued' THEN 'signed' ELSE status END, nonce = $2, reason = '' WHERE id = $1
