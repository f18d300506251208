WITH units AS (
    SELECT artwork_id, count(*) AS units, count(*) FILTER (WHERE status = 'held') AS held,
           count(*) FILTER (WHERE status = 'sold') AS sold
    FROM edition_units GROUP BY artwork_id
), live AS (
    SELECT c.artwork_id, count(*) AS live, count(*) FILTER (WHERE u.checkout_id IS DISTINCT FROM c.id) AS astray
    FROM checkouts c LEFT JOIN edition_units u ON u.artwork_id = c.artwork_id AND u.n = c.edition
    WHERE c.status IN ('reserved', 'awaiting_payment', 'payment_failed', 'payment_seen', 'confirming', 'reverted',
                       'paid', 'delivering', 'completed', 'disputed')
    GROUP BY c.artwork_id
), ends AS (
    -- What became of each final payment. It bought an order that stands and did not go back; or it goes back or waits for a
    -- person, one of the two; or a person closed its case.
    SELECT p.credited AND c.status IN ('paid', 'delivering', 'completed', 'disputed') AS stands,
           coalesce(r.gone, 0) >= total.paid AS gone, coalesce(r.going, 0) >= total.paid AS going,
           coalesce(w.waits, false) AS waits, coalesce(w.rejected, false) AS rejected
    FROM payments p JOIN checkouts c ON c.id = p.checkout_id
    CROSS JOIN LATERAL (SELECT CASE p.method WHEN 'card' THEN p.amount::numeric ELSE p.wei END AS paid) total
    LEFT JOIN LATERAL (
        SELECT sum(CASE f.method WHEN 'card' THEN f.amount::numeric ELSE f.wei END) AS going,
               sum(CASE f.method WHEN 'card' THEN f.amount::numeric ELSE f.wei END) FILTER (WHERE f.status = 'succeeded') AS gone
        FROM refunds f WHERE f.payment_id = p.id AND f.status <> 'failed') r ON true
    LEFT JOIN LATERAL (
        SELECT bool_or(v.closed_at IS NULL AND v.reason <> 'reorganisation') AS waits, bool_or(v.decision = 'reject') AS rejected
        FROM reviews v WHERE v.payment_id = p.id) w ON true
    WHERE p.status = 'final'
)
SELECT
    (SELECT count(*) FROM artworks a LEFT JOIN units u USING (artwork_id) LEFT JOIN live l USING (artwork_id)
     WHERE coalesce(u.held + u.sold, 0) > a.units OR coalesce(l.live, 0) > a.units OR coalesce(l.astray, 0) > 0
        OR a.held <> coalesce(u.held, 0) OR a.sold <> coalesce(u.sold, 0) OR a.units <> coalesce(u.units, 0))::integer,
    (SELECT count(*) FROM ends
     WHERE NOT CASE WHEN stands THEN NOT gone WHEN going OR waits THEN going <> waits ELSE rejected END)::integer,
    (SELECT count(*) FROM checkouts c
     WHERE c.status IN ('paid', 'delivering', 'completed', 'disputed')
       AND (SELECT count(*) FROM payments p WHERE p.checkout_id = c.id AND p.credited) <> 1)::integer,
    (SELECT count(*) FROM (SELECT FROM ledger GROUP BY entry_group, asset HAVING sum(amount) <> 0) x)::integer,
    (SELECT count(*) FROM checkouts c
     WHERE c.status IN ('paid', 'delivering', 'completed', 'disputed')
       AND (NOT EXISTS (SELECT FROM edition_units u
                        WHERE u.artwork_id = c.artwork_id AND u.n = c.edition AND u.checkout_id = c.id AND u.status = 'sold')
            OR (SELECT count(*) FROM edition_units u WHERE u.checkout_id = c.id) <> 1
            OR EXISTS (SELECT FROM checkouts o
                       WHERE o.artwork_id = c.artwork_id AND o.edition = c.edition AND o.id <> c.id AND o.paid_at IS NOT NULL
                         AND o.status <> 'refunded')))::integer,
    ((SELECT count(*) FROM checkout_history h WHERE from_status <> '' AND NOT EXISTS (
          SELECT FROM checkout_transitions x
          WHERE x.from_status = h.from_status AND x.to_status = h.to_status AND h.actor IN ('', x.actor)))
     + (SELECT count(*) FROM payment_history h WHERE NOT EXISTS (
          SELECT FROM payment_transitions x
          WHERE x.from_status = h.from_status AND x.to_status = h.to_status AND h.actor IN ('', x.actor)))
     + (SELECT count(*) FROM refund_history h WHERE NOT EXISTS (
          SELECT FROM refund_transitions x
          WHERE x.from_status = h.from_status AND x.to_status = h.to_status AND h.actor IN ('', x.actor))))::integer,
    (SELECT coalesce(sum(units), 0) FROM units)::integer,
    (SELECT coalesce(sum(sold), 0) FROM units)::integer,
    (SELECT coalesce(sum(held), 0) FROM units)::integer,
    (SELECT count(*) FROM reviews WHERE closed_at IS NULL)::integer
