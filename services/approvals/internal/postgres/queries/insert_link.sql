INSERT INTO links (request_id, position, secret_hash, asks, email, status) VALUES ($1, $2, $3, $4, $5, $6)
