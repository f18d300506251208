UPDATE sale_notices SET attempts = attempts + 1, next_at = now() + least(power(2, attempts) * interval '5 seconds', interval '1 hour')
WHERE checkout_id IN (
    SELECT checkout_id FROM sale_notices WHERE ended_at IS NULL AND next_at <= now() ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
RETURNING checkout_id::text
