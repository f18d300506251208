-- Final payments of such orders that neither go back whole nor wait for a person, and that no person closed: invariants.sql counts them.
WITH t AS (SELECT coalesce($2::timestamptz, now()) AS now), due AS (
    SELECT c.id FROM checkouts c, t
    WHERE c.status = 'refund_failed'
      AND EXISTS (
          SELECT FROM payments p WHERE p.checkout_id = c.id AND p.status = 'final'
            AND EXISTS (SELECT FROM refunds f WHERE f.payment_id = p.id AND f.status = 'failed')
            AND NOT EXISTS (SELECT FROM reviews v WHERE v.payment_id = p.id
                            AND (v.decision = 'reject' OR v.closed_at IS NULL AND v.reason <> 'reorganisation'))
            AND CASE p.method WHEN 'card' THEN p.amount::numeric ELSE p.wei END
                > (SELECT coalesce(sum(CASE f.method WHEN 'card' THEN f.amount::numeric ELSE f.wei END), 0)
                   FROM refunds f WHERE f.payment_id = p.id AND f.status <> 'failed'))
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = c.id AND l.work = $1 AND l.until > t.now)
    ORDER BY c.id LIMIT $4
    FOR UPDATE OF c SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.id, $1::text, t.now + $3::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - $3::interval
RETURNING checkout_id
