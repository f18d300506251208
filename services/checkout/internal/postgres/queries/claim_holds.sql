WITH due AS (
    SELECT c.id FROM checkouts c
    WHERE c.status IN ('reserved', 'awaiting_payment', 'payment_failed', 'reverted') AND c.expires_at <= $2
      AND NOT EXISTS (SELECT FROM quotes q WHERE q.checkout_id = c.id AND q.ended_at IS NULL)
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = c.id AND l.work = $1 AND l.until > $2)
    ORDER BY c.expires_at LIMIT $4
    FOR UPDATE OF c SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT id, $1, $3 FROM due
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until WHERE claims.until <= $2
RETURNING checkout_id
