INSERT INTO payouts (id, chain_id, payee, account_id, artist_id, request_key, requested_at, status)
VALUES ($1, $2, $3, $4, $5, $6, $7, 'queued')
