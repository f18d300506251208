SELECT id::text, chain_id, payee, account_id, artist_id, request_key, requested_at, status, reason, tx_hash FROM payouts WHERE account_id = $1 AND request_key = $2
