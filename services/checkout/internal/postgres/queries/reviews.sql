SELECT checkout_id, id, key, payment_id, reason, detail, created_at, closed_at, decision, decided_by, note,
       method, amount, currency, provider_id, chain_id, transaction, payer, wei::text, asset, refund_address
FROM reviews WHERE checkout_id = ANY($1) ORDER BY created_at, id
