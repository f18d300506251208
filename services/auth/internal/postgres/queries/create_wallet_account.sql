INSERT INTO accounts (id, created_at) VALUES ($1, $2)
