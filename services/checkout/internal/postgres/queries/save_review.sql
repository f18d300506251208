INSERT INTO reviews (id, key, checkout_id, payment_id, reason, detail, created_at, closed_at, decision, decided_by, note)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
ON CONFLICT (key) DO UPDATE SET
    closed_at = excluded.closed_at, decision = excluded.decision, decided_by = excluded.decided_by, note = excluded.note
