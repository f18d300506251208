SELECT id::text, token_id, chain_id, account_id, email, to_address, status, reason, request_key, requested_at, approved_at, not_before, tx_hash, title, artist, to_name
FROM withdrawals WHERE account_id = $1 AND request_key = $2
