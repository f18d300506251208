INSERT INTO sessions (id, account_id, key_thumbprint, generation, rotated_at, wallet, authenticated_at, created_at, idle_until, until, user_agent, ip)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
