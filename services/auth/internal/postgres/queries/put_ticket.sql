INSERT INTO tickets (kind, key, data, until) VALUES ($1, $2, $3, $5)
ON CONFLICT (kind, key) DO UPDATE SET data = excluded.data, until = excluded.until
WHERE tickets.until <= $4
RETURNING until
