UPDATE transactions SET status = 'queued', reason = 'the nonce was taken', nonce = NULL, mined_number = 0, sent_at = NULL WHERE id = $1
