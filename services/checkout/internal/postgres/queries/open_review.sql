INSERT INTO reviews (id, key, reason, detail, created_at) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (key) DO NOTHING
