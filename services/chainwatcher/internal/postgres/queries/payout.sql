SELECT id::text, chain_id, payee, account_id, artist_id, request_key, requested_at, status, reason, tx_hash FROM payouts WHERE id = $1
