-- What was signed once may be mined, also under a nonce that was given up.
UPDATE transactions x SET status = 'failed', reason = 'cancelled'
WHERE kind = 'withdrawal' AND subject = $1 AND status = 'queued' AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.transaction_id = x.id)
