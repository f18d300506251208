WITH t AS (SELECT coalesce($1::timestamptz, now()) AS now), waits AS (
    SELECT 'holds' AS kind, c.expires_at AS since FROM checkouts c, t
    WHERE c.status IN ('reserved', 'awaiting_payment', 'payment_failed', 'reverted') AND c.expires_at <= t.now
    UNION ALL
    SELECT 'sessions', least(c.expires_at, s.ends_at) FROM card_sessions s JOIN checkouts c ON c.id = s.checkout_id, t
    WHERE s.status IN ('intent', 'open') AND least(c.expires_at, s.ends_at) <= t.now
    UNION ALL
    SELECT 'refunds', created_at FROM refunds WHERE status IN ('pending', 'sent')
    UNION ALL
    SELECT 'payments', at FROM payments WHERE status = 'seen'
    UNION ALL
    SELECT 'mints', paid_at FROM checkouts WHERE status IN ('paid', 'delivering')
    UNION ALL
    SELECT 'outbox', created_at FROM outbox WHERE published_at IS NULL
    UNION ALL
    SELECT 'reviews', created_at FROM reviews WHERE closed_at IS NULL
)
SELECT k.kind, coalesce(extract(epoch FROM max(t.now - w.since)), 0)::bigint, count(w.since)::integer
FROM unnest(ARRAY['holds', 'sessions', 'refunds', 'payments', 'mints', 'outbox', 'reviews']) WITH ORDINALITY k (kind, n)
CROSS JOIN t LEFT JOIN waits w ON w.kind = k.kind
GROUP BY k.kind, k.n ORDER BY k.n
