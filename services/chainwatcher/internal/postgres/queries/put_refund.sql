INSERT INTO refunds (id, chain_id, checkout_id, to_address, amount, decided_at, taken_at, status, reason) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (id) DO NOTHING
