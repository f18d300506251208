-- A refund belongs to a checkout, or to a review with money that belongs to none.
WITH t AS (SELECT coalesce($2::timestamptz, now()) AS now), due AS (
    SELECT r.id, coalesce(r.checkout_id, r.review_id) AS owner FROM refunds r, t
    WHERE r.method = 'ether' AND r.status IN ('pending', 'sent') AND r.created_at <= t.now - interval '1 minute'
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = coalesce(r.checkout_id, r.review_id) AND l.work = $1
                      AND l.until > t.now)
    ORDER BY r.created_at LIMIT $4
    FOR UPDATE OF r SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.owner, $1::text, t.now + $3::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - $3::interval
RETURNING checkout_id
