INSERT INTO refunds (
    id, checkout_id, payment_id, review_id, status, amount, currency, reason, provider_id, created_at, method, chain_id, pay_to,
    wei, transaction)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::numeric, $15)
ON CONFLICT (id) DO UPDATE SET
    status = excluded.status, provider_id = excluded.provider_id, transaction = excluded.transaction
