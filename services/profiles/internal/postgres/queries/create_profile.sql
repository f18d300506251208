INSERT INTO profiles (id, owner_id, name, email, first_name, last_name, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (owner_id) DO NOTHING
