SELECT checkout_id, id, key, payment_id, reason, detail, created_at, closed_at
FROM reviews WHERE checkout_id = ANY($1) ORDER BY created_at, id
