SELECT checkout_id, id, key, payment_id, reason, detail, created_at, closed_at, decision, decided_by, note,
       method, amount, currency, provider_id, chain_id, transaction, payer, wei::text, asset, refund_address,
       coalesce($2::timestamptz, clock_timestamp())
FROM reviews WHERE id = $1 AND checkout_id IS NULL
