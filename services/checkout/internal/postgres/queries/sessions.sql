SELECT checkout_id, id, status, provider_id, url, ends_at, created_at
FROM card_sessions WHERE checkout_id = ANY($1) ORDER BY created_at, id
