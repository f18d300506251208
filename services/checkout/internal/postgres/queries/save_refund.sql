INSERT INTO refunds (id, checkout_id, payment_id, status, amount, currency, reason, provider_id, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
ON CONFLICT (id) DO UPDATE SET status = excluded.status, provider_id = excluded.provider_id
