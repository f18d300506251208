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
    -- What became of each final payment: exactly one of these is to be true.
    SELECT (p.credited AND c.status IN ('paid', 'delivering', 'completed', 'disputed'))::integer
         + (coalesce(r.back, 0) >= p.amount AND p.method = 'card')::integer
         + EXISTS (SELECT FROM reviews w WHERE w.payment_id = p.id AND w.closed_at IS NULL)::integer AS ways
    FROM payments p JOIN checkouts c ON c.id = p.checkout_id
    LEFT JOIN LATERAL (SELECT sum(f.amount) AS back FROM refunds f
                       WHERE f.payment_id = p.id AND f.status IN ('pending', 'succeeded')) r ON true
    WHERE p.status = 'final'
)
SELECT
    (SELECT count(*) FROM artworks a LEFT JOIN units u USING (artwork_id) LEFT JOIN live l USING (artwork_id)
     WHERE coalesce(u.held + u.sold, 0) > a.units OR coalesce(l.live, 0) > a.units OR coalesce(l.astray, 0) > 0
        OR a.held <> coalesce(u.held, 0) OR a.sold <> coalesce(u.sold, 0) OR a.units <> coalesce(u.units, 0))::integer,
    (SELECT count(*) FROM ends WHERE ways <> 1)::integer,
    (SELECT count(*) FROM checkouts c
     WHERE c.status IN ('paid', 'delivering', 'completed', 'disputed')
       AND (SELECT count(*) FROM payments p WHERE p.checkout_id = c.id AND p.credited) <> 1)::integer,
    (SELECT count(*) FROM (SELECT FROM ledger GROUP BY entry_group, asset HAVING sum(amount) <> 0) x)::integer,
    (SELECT coalesce(sum(units), 0) FROM units)::integer,
    (SELECT coalesce(sum(sold), 0) FROM units)::integer,
    (SELECT coalesce(sum(held), 0) FROM units)::integer
