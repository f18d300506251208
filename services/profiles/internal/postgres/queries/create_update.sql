INSERT INTO payout_updates (id, account_id, artist_id, artist_name, email, address, previous_address, status, requested_at, name)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
