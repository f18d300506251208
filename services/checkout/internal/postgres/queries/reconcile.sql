-- name: ClaimHolds :many
WITH t AS (SELECT coalesce(sqlc.narg('now')::timestamptz, now()) AS now), due AS (
    SELECT c.id FROM checkouts c, t
    WHERE c.status IN ('reserved', 'awaiting_payment', 'payment_failed', 'reverted') AND c.expires_at <= t.now
      AND NOT EXISTS (SELECT FROM quotes q WHERE q.checkout_id = c.id AND q.ended_at IS NULL)
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = c.id AND l.work = @work::text AND l.until > t.now)
    ORDER BY c.expires_at LIMIT sqlc.arg('limit')
    FOR UPDATE OF c SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.id, @work::text, t.now + @lease::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - @lease::interval
RETURNING checkout_id;

-- name: ClaimSessions :many
-- ClaimSessions finds open sessions by their index, and those whose payment isn't final through the checkouts that wait for it: sessions that
-- ended stay, and there are many.
WITH t AS (SELECT coalesce(sqlc.narg('now')::timestamptz, now()) AS now), waiting AS (
    SELECT s.checkout_id, s.created_at FROM card_sessions s JOIN checkouts o ON o.id = s.checkout_id, t
    WHERE s.status IN ('intent', 'open')
      AND (s.created_at <= t.now - interval '1 minute' OR o.expires_at <= t.now
           OR o.status NOT IN ('reserved', 'awaiting_payment', 'payment_failed'))
    UNION ALL
    SELECT s.checkout_id, s.created_at FROM checkouts o JOIN card_sessions s ON s.checkout_id = o.id
    WHERE o.status = 'payment_seen' AND s.status = 'complete'
), due AS (
    SELECT c.id FROM waiting w JOIN checkouts c ON c.id = w.checkout_id, t
    WHERE NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = c.id AND l.work = @work::text AND l.until > t.now)
    ORDER BY w.created_at LIMIT sqlc.arg('limit')
    FOR UPDATE OF c SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.id, @work::text, t.now + @lease::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - @lease::interval
RETURNING checkout_id;

-- name: ClaimRefunds :many
WITH t AS (SELECT coalesce(sqlc.narg('now')::timestamptz, now()) AS now), due AS (
    SELECT c.id FROM checkouts c, t
    WHERE EXISTS (SELECT FROM refunds r WHERE r.checkout_id = c.id AND r.method = 'card' AND r.status = 'pending')
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = c.id AND l.work = @work::text AND l.until > t.now)
    LIMIT sqlc.arg('limit')
    FOR UPDATE OF c SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.id, @work::text, t.now + @lease::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - @lease::interval
RETURNING checkout_id;

-- name: ClaimUnmatched :many
WITH t AS (SELECT coalesce(sqlc.narg('now')::timestamptz, now()) AS now), due AS (
    SELECT c.id FROM reviews c, t
    WHERE EXISTS (SELECT FROM refunds r WHERE r.review_id = c.id AND r.method = 'card' AND r.status = 'pending')
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = c.id AND l.work = @work::text AND l.until > t.now)
    LIMIT sqlc.arg('limit')
    FOR UPDATE OF c SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.id, @work::text, t.now + @lease::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - @lease::interval
RETURNING checkout_id;

-- name: ClaimRequests :many
WITH t AS (SELECT coalesce(sqlc.narg('now')::timestamptz, now()) AS now), due AS (
    SELECT r.id FROM refund_requests r, t
    WHERE (r.status = 'pending' AND r.expires_at <= t.now OR r.status = 'returning')
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = r.id AND l.work = @work::text AND l.until > t.now)
    ORDER BY r.expires_at LIMIT sqlc.arg('limit')
    FOR UPDATE OF r SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.id, @work::text, t.now + @lease::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - @lease::interval
RETURNING checkout_id;

-- name: ClaimEther :many
-- ClaimEther claims refunds of a checkout, or of a review with money that belongs to no checkout.
WITH t AS (SELECT coalesce(sqlc.narg('now')::timestamptz, now()) AS now), due AS (
    SELECT r.id, coalesce(r.checkout_id, r.review_id) AS owner FROM refunds r, t
    WHERE r.method = 'ether' AND r.status IN ('pending', 'sent') AND r.created_at <= t.now - interval '1 minute'
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = coalesce(r.checkout_id, r.review_id) AND l.work = @work::text
                      AND l.until > t.now)
    ORDER BY r.created_at LIMIT sqlc.arg('limit')
    FOR UPDATE OF r SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.owner, @work::text, t.now + @lease::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - @lease::interval
RETURNING checkout_id;

-- name: ClaimMints :many
WITH t AS (SELECT coalesce(sqlc.narg('now')::timestamptz, now()) AS now), due AS (
    SELECT c.id FROM checkouts c, t
    WHERE c.status IN ('paid', 'delivering') AND c.paid_at <= t.now - interval '1 minute'
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = c.id AND l.work = @work::text AND l.until > t.now)
    ORDER BY c.paid_at LIMIT sqlc.arg('limit')
    FOR UPDATE OF c SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.id, @work::text, t.now + @lease::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - @lease::interval
RETURNING checkout_id;

-- name: ClaimSettled :many
-- ClaimSettled claims the orders whose comparison has been due for the longest time, and schedules the next one. Orders that have become too
-- old leave the schedule.
WITH due AS (
    SELECT m.checkout_id FROM card_comparisons m JOIN checkouts c ON c.id = m.checkout_id
    WHERE m.due_at <= coalesce(sqlc.narg('now')::timestamptz, now()) AND c.paid_at > coalesce(sqlc.narg('now')::timestamptz, now()) - @settled_for::interval
      AND c.status IN ('delivering', 'completed', 'disputed', 'refund_pending', 'refunded', 'refund_failed')
    ORDER BY m.due_at LIMIT sqlc.arg('limit')
    FOR UPDATE OF m SKIP LOCKED
), removed AS (
    DELETE FROM card_comparisons m USING (
        SELECT f.checkout_id FROM card_comparisons f WHERE f.due_at <= coalesce(sqlc.narg('now')::timestamptz, now())
        ORDER BY f.due_at LIMIT 4 * sqlc.arg('limit')::integer) first, checkouts c
    WHERE m.checkout_id = first.checkout_id AND c.id = first.checkout_id
      AND c.paid_at <= coalesce(sqlc.narg('now')::timestamptz, now()) - @settled_for::interval
)
UPDATE card_comparisons m SET due_at = coalesce(sqlc.narg('now')::timestamptz, now()) + @lease::interval
FROM due WHERE m.checkout_id = due.checkout_id
RETURNING m.checkout_id;

-- name: ScheduleComparisons :execrows
-- ScheduleComparisons adds paid card orders that aren't in the schedule. A trigger adds new ones; others are missing after the window grew.
WITH t AS (SELECT coalesce(sqlc.narg('now')::timestamptz, now()) AS now)
INSERT INTO card_comparisons (checkout_id, due_at)
SELECT c.id, c.paid_at FROM checkouts c, t
WHERE c.method = 'card' AND c.paid_at > t.now - @settled_for::interval
  AND NOT EXISTS (SELECT FROM card_comparisons m WHERE m.checkout_id = c.id)
ORDER BY c.paid_at LIMIT sqlc.arg('limit')
ON CONFLICT DO NOTHING;

-- name: ClaimForgotten :many
-- ClaimForgotten claims checkouts with final payments that are neither refunded in full nor under review nor closed by staff. Invariants
-- counts them.
WITH t AS (SELECT coalesce(sqlc.narg('now')::timestamptz, now()) AS now), due AS (
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
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = c.id AND l.work = @work::text AND l.until > t.now)
    ORDER BY c.id LIMIT sqlc.arg('limit')
    FOR UPDATE OF c SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.id, @work::text, t.now + @lease::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - @lease::interval
RETURNING checkout_id;

-- name: ClaimAuctions :many
-- ClaimAuctions claims auctions that can take their next step, or have differences to return. The conditions are those of GetAuction and
-- UnsettledOrders.
WITH t AS (SELECT coalesce(sqlc.narg('now')::timestamptz, now()) AS now), due AS (
    SELECT a.id FROM auctions a JOIN phases p ON p.id = a.phase_id, t
    WHERE a.status <> 'settled' AND CASE a.status
        WHEN 'selling' THEN p.ends_at <= t.now
            OR NOT EXISTS (SELECT FROM edition_units u WHERE u.artwork_id = a.artwork_id AND u.status IN ('free', 'held'))
        WHEN 'ended' THEN NOT EXISTS (SELECT FROM checkouts c WHERE c.auction_id = a.id AND (
            c.status IN ('reserved', 'awaiting_payment', 'payment_failed', 'payment_seen', 'confirming', 'reverted', 'paid', 'in_review', 'refund_pending')
            OR c.status = 'refund_failed' AND EXISTS (SELECT FROM reviews v WHERE v.checkout_id = c.id AND v.closed_at IS NULL)))
        ELSE EXISTS (SELECT FROM checkouts c WHERE c.auction_id = a.id AND c.settled_at IS NULL AND c.status IN ('delivering', 'completed')
                AND NOT EXISTS (SELECT FROM payments p JOIN refunds f ON f.payment_id = p.id WHERE p.checkout_id = c.id AND p.credited AND f.status IN ('pending', 'sent'))
                AND NOT EXISTS (SELECT FROM payments p JOIN reviews v ON v.payment_id = p.id
                                WHERE p.checkout_id = c.id AND p.credited AND v.reason = 'refund_failed' AND v.closed_at IS NULL))
            OR NOT EXISTS (SELECT FROM checkouts c WHERE c.auction_id = a.id AND c.settled_at IS NULL AND (
                c.status IN ('delivering', 'completed', 'disputed', 'refund_pending')
                OR c.status = 'refund_failed' AND EXISTS (SELECT FROM reviews v WHERE v.checkout_id = c.id AND v.closed_at IS NULL)))
        END
      AND NOT EXISTS (SELECT FROM claims l WHERE l.checkout_id = a.id AND l.work = @work::text AND l.until > t.now)
    ORDER BY a.id LIMIT sqlc.arg('limit')
    FOR UPDATE OF a SKIP LOCKED)
INSERT INTO claims (checkout_id, work, until) SELECT DISTINCT due.id, @work::text, t.now + @lease::interval FROM due, t
ON CONFLICT (checkout_id, work) DO UPDATE SET until = excluded.until
WHERE claims.until <= excluded.until - @lease::interval
RETURNING checkout_id;

-- name: ChangedOrders :one
-- The orders that changed within a time until now, and their artworks. Whatever moves an order or money writes a history or the ledger.
WITH since AS MATERIALIZED (
    SELECT now() - @within::interval AS at
), orders AS MATERIALIZED (
    SELECT h.checkout_id AS id FROM checkout_history h WHERE h.at > (SELECT at FROM since)
    UNION SELECT p.checkout_id FROM payment_history h JOIN payments p ON p.id = h.payment_id WHERE h.at > (SELECT at FROM since)
    UNION SELECT f.checkout_id FROM refund_history h JOIN refunds f ON f.id = h.refund_id WHERE h.at > (SELECT at FROM since) AND f.checkout_id IS NOT NULL
    UNION SELECT c.id FROM auction_history h JOIN checkouts c ON c.auction_id = h.auction_id WHERE h.at > (SELECT at FROM since)
    UNION SELECT v.checkout_id FROM reviews v WHERE v.closed_at > (SELECT at FROM since) AND v.checkout_id IS NOT NULL
    UNION SELECT l.checkout_id FROM ledger l WHERE l.at > (SELECT at FROM since) AND l.checkout_id IS NOT NULL
)
SELECT (SELECT at FROM since)::timestamptz AS since, ARRAY(SELECT id FROM orders)::uuid[] AS orders,
       ARRAY(SELECT DISTINCT c.artwork_id FROM checkouts c WHERE c.id IN (SELECT id FROM orders))::bigint[] AS artworks;

-- name: PlanForParameters :exec
SET LOCAL plan_cache_mode = force_custom_plan;

-- name: Invariants :one
-- Of all orders, or of some, their artworks and the histories since a time. The planner removes the conditions if there is no list.
WITH units AS (
    SELECT artwork_id, count(*) AS units, count(*) FILTER (WHERE status = 'held') AS held,
           count(*) FILTER (WHERE status = 'sold') AS sold
    FROM edition_units WHERE chosen(artwork_id, @artworks::bigint[]) GROUP BY artwork_id
), live AS (
    SELECT c.artwork_id, count(*) AS live, count(*) FILTER (WHERE u.checkout_id IS DISTINCT FROM c.id) AS astray
    FROM checkouts c LEFT JOIN edition_units u ON u.artwork_id = c.artwork_id AND u.n = c.edition
    WHERE c.status IN ('reserved', 'awaiting_payment', 'payment_failed', 'payment_seen', 'confirming', 'reverted',
                       'paid', 'delivering', 'completed', 'disputed')
      AND chosen(c.artwork_id, @artworks::bigint[])
    GROUP BY c.artwork_id
), ends AS (
    -- The outcome of each final payment, exactly one of: it bought an order that is still valid and isn't refunded; it is refunded or
    -- being refunded; it waits for staff; staff closed its case.
    SELECT p.credited AND c.status IN ('paid', 'delivering', 'completed', 'disputed') AS stands,
           coalesce(r.gone, 0) >= total.paid AS gone, coalesce(r.going, 0) >= total.paid AS going,
           coalesce(w.waits, false) AS waits, coalesce(w.rejected, false) AS rejected
    FROM payments p JOIN checkouts c ON c.id = p.checkout_id
    CROSS JOIN LATERAL (SELECT CASE p.method WHEN 'card' THEN p.amount::numeric ELSE p.wei END AS paid) total
    -- Joins of groups are faster than a lookup for each payment, because few payments are refunded or under review.
    LEFT JOIN (
        SELECT f.payment_id, sum(CASE f.method WHEN 'card' THEN f.amount::numeric ELSE f.wei END) AS going,
               sum(CASE f.method WHEN 'card' THEN f.amount::numeric ELSE f.wei END) FILTER (WHERE f.status = 'succeeded') AS gone
        FROM refunds f WHERE f.status <> 'failed' AND chosen(f.checkout_id, @orders::uuid[])
        GROUP BY f.payment_id) r ON r.payment_id = p.id
    LEFT JOIN (
        SELECT v.payment_id, bool_or(v.closed_at IS NULL AND v.reason <> 'reorganisation') AS waits, bool_or(v.decision = 'reject') AS rejected
        FROM reviews v GROUP BY v.payment_id) w ON w.payment_id = p.id
    WHERE p.status = 'final' AND chosen(p.checkout_id, @orders::uuid[])
)
SELECT
    (SELECT count(*) FROM artworks a LEFT JOIN units u USING (artwork_id) LEFT JOIN live l USING (artwork_id)
     WHERE chosen(a.artwork_id, @artworks::bigint[])
       AND (coalesce(u.held + u.sold, 0) > a.units OR coalesce(l.live, 0) > a.units OR coalesce(l.astray, 0) > 0
            OR a.held <> coalesce(u.held, 0) OR a.sold <> coalesce(u.sold, 0) OR a.units <> coalesce(u.units, 0)))::integer AS oversold,
    (SELECT count(*) FROM ends
     WHERE NOT CASE WHEN stands THEN NOT gone WHEN going OR waits THEN going <> waits ELSE rejected END)::integer AS unmatched_payments,
    (SELECT count(*) FROM checkouts c
     LEFT JOIN (SELECT p.checkout_id, count(*) AS n FROM payments p WHERE p.credited AND chosen(p.checkout_id, @orders::uuid[])
                GROUP BY p.checkout_id) p ON p.checkout_id = c.id
     WHERE c.status IN ('paid', 'delivering', 'completed', 'disputed') AND coalesce(p.n, 0) <> 1
       AND chosen(c.id, @orders::uuid[]))::integer AS unpaid_completions,
    -- OFFSET 0 makes Postgres read the ledger in its order on disk, instead of row by row in the order of an index.
    (SELECT count(*) FROM (
         SELECT FROM (SELECT entry_group, asset, amount FROM ledger
                      WHERE chosen(checkout_id, @orders::uuid[]) OR checkout_id IS NULL OFFSET 0) l
         GROUP BY l.entry_group, l.asset HAVING sum(l.amount) <> 0) x)::integer AS unbalanced_ledgers,
    (SELECT count(*) FROM checkouts c
     WHERE c.status IN ('paid', 'delivering', 'completed', 'disputed') AND chosen(c.id, @orders::uuid[])
       AND (NOT EXISTS (SELECT FROM edition_units u
                        WHERE u.artwork_id = c.artwork_id AND u.n = c.edition AND u.checkout_id = c.id AND u.status = 'sold')
            OR (SELECT count(*) FROM edition_units u WHERE u.checkout_id = c.id) <> 1
            OR EXISTS (SELECT FROM checkouts o
                       WHERE o.artwork_id = c.artwork_id AND o.edition = c.edition AND o.id <> c.id AND o.paid_at IS NOT NULL
                         AND o.status <> 'refunded' AND o.released_at IS NULL)))::integer
     -- An order that released its edition owns none.
     + (SELECT count(*) FROM checkouts c JOIN edition_units u ON u.checkout_id = c.id
        WHERE c.released_at IS NOT NULL AND chosen(c.id, @orders::uuid[]))::integer AS unmatched_tokens,
    ((SELECT count(*) FROM checkout_history h WHERE h.at > @since::timestamptz AND from_status <> '' AND NOT EXISTS (
          SELECT FROM checkout_transitions x
          WHERE x.from_status = h.from_status AND x.to_status = h.to_status AND h.actor IN ('', x.actor)))
     + (SELECT count(*) FROM payment_history h WHERE h.at > @since::timestamptz AND NOT EXISTS (
          SELECT FROM payment_transitions x
          WHERE x.from_status = h.from_status AND x.to_status = h.to_status AND h.actor IN ('', x.actor)))
     + (SELECT count(*) FROM refund_history h WHERE h.at > @since::timestamptz AND NOT EXISTS (
          SELECT FROM refund_transitions x
          WHERE x.from_status = h.from_status AND x.to_status = h.to_status AND h.actor IN ('', x.actor)))
     + (SELECT count(*) FROM auction_history h WHERE h.at > @since::timestamptz AND NOT EXISTS (
          SELECT FROM auction_transitions x
          WHERE x.from_status = h.from_status AND x.to_status = h.to_status AND h.actor IN ('', x.actor))))::integer AS illegal_transitions,
    -- Sales of an auction that paid less than its last price, that weren't settled, that retain more than the last price, or whose
    -- difference wasn't refunded exactly once and in full. Staff decide refunds of ether payments without a refund address, and failed
    -- refunds.
    (SELECT count(*) FROM checkouts c JOIN auctions a ON a.id = c.auction_id JOIN payments p ON p.checkout_id = c.id AND p.credited
     LEFT JOIN LATERAL (
         SELECT sum(CASE f.method WHEN 'card' THEN f.amount::numeric ELSE f.wei END) FILTER (WHERE f.reason = 'auction_settled') AS back,
                sum(CASE f.method WHEN 'card' THEN f.amount::numeric ELSE f.wei END) FILTER (WHERE f.status <> 'failed') AS gone,
                bool_or(f.status = 'failed') AS failed
         FROM refunds f WHERE f.payment_id = p.id) f ON true
     LEFT JOIN quotes q ON q.intent_hash = p.intent_hash AND p.method = 'ether'
     WHERE a.status IN ('settling', 'settled') AND c.status IN ('delivering', 'completed', 'disputed') AND chosen(c.id, @orders::uuid[])
       AND (c.price_amount < a.price
            OR a.status = 'settled' AND c.settled_at IS NULL
            OR c.settled_at IS NOT NULL AND NOT coalesce(f.failed, false)
               AND NOT EXISTS (SELECT FROM reviews v WHERE v.payment_id = p.id AND v.reason = 'auction_settled')
               AND CASE WHEN p.method = 'ether' THEN p.wei - coalesce(f.gone, 0) > div(coalesce(q.value, p.wei) * a.price, c.price_amount)
                        ELSE p.amount - coalesce(f.gone, 0) > CASE WHEN p.currency = c.price_currency THEN a.price::numeric
                                                                 ELSE div(p.amount::numeric * a.price, c.price_amount) END END
            OR c.settled_back > 0 AND coalesce(f.back, 0) <> c.settled_back
               AND NOT (f.back IS NULL AND EXISTS (SELECT FROM reviews v WHERE v.payment_id = p.id AND v.reason = 'auction_settled'))
            OR coalesce(c.settled_back, 0) = 0 AND f.back IS NOT NULL))::integer AS wrong_differences,
    (SELECT coalesce(sum(units), 0) FROM artworks)::integer AS editions,
    (SELECT coalesce(sum(sold), 0) FROM artworks)::integer AS sold,
    (SELECT coalesce(sum(held), 0) FROM artworks)::integer AS held,
    (SELECT count(*) FROM reviews WHERE closed_at IS NULL)::integer AS open_reviews;

-- name: Cursor :one
SELECT height FROM chain_cursors WHERE chain_id = @chain_id;

-- name: SetCursor :exec
INSERT INTO chain_cursors (chain_id, height) VALUES (@chain_id, @height)
ON CONFLICT (chain_id) DO UPDATE SET height = greatest(chain_cursors.height, excluded.height), at = now();

-- name: EventsReadUntil :one
SELECT until FROM card_events_read;

-- name: SetEventsReadUntil :exec
INSERT INTO card_events_read (until) VALUES (@until)
ON CONFLICT (one) DO UPDATE SET until = greatest(card_events_read.until, excluded.until);

-- name: PendingPayments :many
SELECT * FROM payments
WHERE method = 'ether' AND status = 'seen' AND chain_id = @chain_id AND block_number BETWEEN @from_block AND @to_block
ORDER BY at, id;

-- name: OverdueQuotes :many
-- OverdueQuotes starts from unpaid checkouts, which have an index: quotes of paid ones never end, and there are many.
SELECT q.checkout_id, q.intent_hash FROM checkouts c JOIN quotes q ON q.checkout_id = c.id
WHERE c.status IN ('reserved', 'awaiting_payment', 'payment_failed', 'reverted')
  AND q.ended_at IS NULL AND q.chain_id = @chain_id AND q.expires_at < @before
  AND NOT EXISTS (SELECT FROM payments p
                  WHERE p.checkout_id = q.checkout_id AND p.intent_hash = q.intent_hash AND p.status IN ('seen', 'final'))
ORDER BY q.expires_at, q.intent_hash;

-- name: Unresolved :many
WITH t AS (SELECT coalesce(sqlc.narg('now')::timestamptz, now()) AS now), waits AS (
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
    UNION ALL
    SELECT 'returns', returned_at FROM refund_requests WHERE status IN ('pending', 'returning') AND problem <> ''
    UNION ALL
    SELECT 'auctions', coalesce(a.ended_at, p.ends_at) FROM auctions a JOIN phases p ON p.id = a.phase_id, t
    WHERE coalesce(a.ended_at, p.ends_at) <= t.now AND (a.status IN ('selling', 'ended') OR a.status = 'settling' AND EXISTS (
          -- A disputed order may wait for the bank for weeks.
          SELECT FROM checkouts c WHERE c.auction_id = a.id AND c.settled_at IS NULL AND c.status IN ('delivering', 'completed')))
)
SELECT k.kind::text AS kind, coalesce(extract(epoch FROM max(t.now - w.since)), 0)::bigint AS seconds, count(w.since)::integer AS count
FROM unnest(ARRAY['holds', 'sessions', 'refunds', 'payments', 'mints', 'outbox', 'reviews', 'returns', 'auctions']) WITH ORDINALITY k (kind, n)
CROSS JOIN t LEFT JOIN waits w ON w.kind = k.kind
GROUP BY k.kind, k.n ORDER BY k.n;
