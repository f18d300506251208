INSERT INTO reviews (
    id, key, reason, detail, created_at, method, amount, currency, provider_id, chain_id, transaction, payer, wei, asset,
    refund_address)
VALUES ($1, $2, $3, $4, coalesce($5::timestamptz, clock_timestamp()), $6, $7, $8, $9, $10, $11, $12, $13::numeric, $14, $15)
ON CONFLICT (key) DO NOTHING
