SELECT review_id, id, payment_id, status, amount, currency, reason, provider_id, created_at, method, chain_id, pay_to, wei::text,
       transaction,
       EXISTS (SELECT FROM refund_history h WHERE h.refund_id = refunds.id AND h.from_status = 'succeeded' AND h.to_status = 'failed')
FROM refunds WHERE review_id = $1 ORDER BY created_at, id
