INSERT INTO decisions (review_id, checkout_id, refund_id, action, decided_by, note, refund_address)
VALUES ($1, $2, $3, $4, $5, $6, $7)
