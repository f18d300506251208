INSERT INTO tickets (kind, key, data, until, account_id, authenticated_at) VALUES ($1, $2, $3, $5, nullif($6, '')::uuid, $7)
ON CONFLICT (kind, key) DO UPDATE
SET data = excluded.data, until = excluded.until, account_id = excluded.account_id, authenticated_at = excluded.authenticated_at
WHERE tickets.until <= $4
RETURNING until
