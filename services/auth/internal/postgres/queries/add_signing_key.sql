INSERT INTO signing_keys (id, der, created_at) VALUES ($1, $2, $3)
