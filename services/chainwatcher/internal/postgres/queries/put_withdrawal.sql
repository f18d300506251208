INSERT INTO withdrawals (id, token_id, chain_id, account_id, email, to_address, status, request_key, requested_at, title, artist)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
