SELECT review_id, id, payment_id, status, amount, currency, reason, provider_id, created_at, method, chain_id, pay_to, wei::text,
       transaction
FROM refunds WHERE review_id = $1 ORDER BY created_at, id
