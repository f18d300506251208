WITH t AS (SELECT coalesce($2::timestamptz, now()) AS now), due AS (
    SELECT c.id FROM checkouts c, t
    WHERE c.status IN ('paid', 'delivering') AND c.paid_at <= t.now - interval '1 minute'
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = c.id AND l.work = $1 AND l.until > t.now)
    ORDER BY c.paid_at LIMIT $4
    FOR UPDATE OF c SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.id, $1::text, t.now + $3::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - $3::interval
RETURNING checkout_id
