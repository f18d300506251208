WITH due AS (
    SELECT c.id FROM checkouts c
    WHERE EXISTS (SELECT FROM refunds r WHERE r.checkout_id = c.id AND r.status = 'pending')
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = c.id AND l.work = $1 AND l.until > $2)
    LIMIT $4
    FOR UPDATE OF c SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT id, $1, $3 FROM due
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until WHERE claims.until <= $2
RETURNING checkout_id
