WITH due AS (
    SELECT c.id FROM checkouts c JOIN card_sessions s ON s.checkout_id = c.id
    WHERE ((s.status IN ('intent', 'open')
            AND (s.created_at <= $2::timestamptz - interval '1 minute' OR c.expires_at <= $2
                 OR c.status NOT IN ('reserved', 'awaiting_payment', 'payment_failed')))
           OR (s.status = 'complete' AND c.status = 'payment_seen'))
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = c.id AND l.work = $1 AND l.until > $2)
    ORDER BY s.created_at LIMIT $4
    FOR UPDATE OF c SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT id, $1::text, $3::timestamptz FROM due
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until WHERE claims.until <= $2
RETURNING checkout_id
