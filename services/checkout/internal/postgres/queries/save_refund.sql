-- New work ends the lease of the round that looked at this owner last: a refund does not wait for the one before it.
WITH waits AS (
    DELETE FROM claims WHERE checkout_id = coalesce($2::uuid, $4::uuid) AND work IN ('refunds', 'strays')
    AND NOT EXISTS (SELECT FROM refunds WHERE id = $1))
INSERT INTO refunds (
    id, checkout_id, payment_id, review_id, status, amount, currency, reason, provider_id, created_at, method, chain_id, pay_to,
    wei, transaction)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14::numeric, $15)
ON CONFLICT (id) DO UPDATE SET
    status = excluded.status, provider_id = excluded.provider_id, transaction = excluded.transaction
