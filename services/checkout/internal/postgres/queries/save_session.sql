INSERT INTO card_sessions (id, checkout_id, status, provider_id, url, ends_at, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7)
ON CONFLICT (id) DO UPDATE SET status = excluded.status, provider_id = excluded.provider_id, url = excluded.url
