-- Inserts the orders of three years of sales: five for each artwork in the temporary table works. The caller must disable triggers, because
-- they require new orders to be reserved. All other constraints are checked, and the invariants afterwards. All values derive from the
-- order's number, so a smaller shop has the first orders of a larger one.

CREATE TEMPORARY TABLE made AS
SELECT o.i, o.h, md5('order ' || o.i)::uuid AS id, md5('payment ' || o.i)::uuid AS payment_id, w.id AS artwork_id, o.i % 5 + 1 AS edition,
       CASE WHEN o.i % 20000 = 995 THEN 'in_review' WHEN o.i % 20000 = 997 THEN 'reserved'
            WHEN o.h % 1000 < 710 THEN 'completed' WHEN o.h % 1000 < 850 THEN 'expired' WHEN o.h % 1000 < 930 THEN 'cancelled' ELSE 'refunded' END AS status,
       CASE WHEN o.h / 1000 % 5 < 3 THEN 'card' ELSE 'ether' END AS method,
       -- Some accounts buy much more than others.
       (accounts * pow(o.h / 5000 % 10000 / 10000.0, 2))::integer AS account,
       CASE WHEN o.i % 20000 = 997 THEN now() ELSE '2023-01-01Z'::timestamptz + o.h % 94608000 * interval '1 second' END AS at,
       w.slug, w.title, w.artist_id, w.artist, w.year, w.medium, w.size, w.price,
       '0x' || md5('transaction ' || o.i) || md5('log ' || o.i) AS hash
FROM (SELECT i, hashint8(i)::bigint + 2147483648 AS h FROM generate_series(0, (SELECT count(*) FROM works) * 5 - 1) AS i) o
JOIN works w ON w.place = o.i / 5
CROSS JOIN (SELECT 100000 AS accounts) a;
ANALYZE made;

INSERT INTO artworks (artwork_id, size, units, held, sold, version)
SELECT w.id, w.size, w.size, coalesce(m.held, 0), coalesce(m.sold, 0), 1
FROM works w
LEFT JOIN (
    SELECT artwork_id, count(*) FILTER (WHERE status = 'reserved') AS held, count(*) FILTER (WHERE status IN ('completed', 'refunded')) AS sold
    FROM made GROUP BY artwork_id
) m ON m.artwork_id = w.id;

INSERT INTO checkouts (id, version, status, reason, account_id, email, buyer_name, artwork_id, artwork_slug, artwork_title, artist_id, artist_name,
    artwork_year, artwork_medium, chain_id, edition, edition_size, price_amount, price_currency, share_bps, method, terms_version, created_at,
    updated_at, expires_at, paid_at, completed_at, transaction_hash, mint_hash, mint_chain_id, receipt_year, receipt_number)
SELECT m.id, 1, m.status, CASE m.status WHEN 'in_review' THEN 'late' ELSE '' END, md5('account ' || m.account)::uuid, 'buyer' || m.account || '@example.org',
       'Buyer ' || m.account, m.artwork_id, m.slug, m.title, m.artist_id, m.artist, m.year, m.medium, 31337, m.edition, m.size, m.price, 'USD', 8500,
       CASE WHEN m.status IN ('reserved', 'cancelled') THEN '' ELSE m.method END, 'scale', m.at, m.at + interval '2 minutes',
       m.at + CASE m.status WHEN 'reserved' THEN interval '1 day' ELSE interval '15 minutes' END,
       p.paid_at, CASE WHEN p.paid_at IS NOT NULL THEN p.paid_at + interval '3 minutes' END,
       CASE WHEN p.paid_at IS NOT NULL AND m.method = 'ether' THEN m.hash ELSE '' END,
       CASE WHEN p.paid_at IS NOT NULL THEN '0x' || md5('mint ' || m.i) || md5('token ' || m.i) ELSE '' END,
       CASE WHEN p.paid_at IS NOT NULL THEN 31337 ELSE 0 END, coalesce(p.year, 0), coalesce(p.number, 0)
FROM made m
LEFT JOIN (
    SELECT i, at + interval '2 minutes' AS paid_at, extract(year FROM at)::integer AS year,
           row_number() OVER (PARTITION BY extract(year FROM at) ORDER BY at, i) AS number
    FROM made WHERE status IN ('completed', 'refunded')
) p ON p.i = m.i
ORDER BY m.at;

INSERT INTO receipt_counters (year, last)
SELECT receipt_year, max(receipt_number) FROM checkouts WHERE receipt_number > 0 GROUP BY receipt_year
ON CONFLICT (year) DO UPDATE SET last = greatest(receipt_counters.last, excluded.last);

INSERT INTO edition_units (artwork_id, n, status, checkout_id)
SELECT w.id, e.n, CASE m.status WHEN 'reserved' THEN 'held' WHEN 'completed' THEN 'sold' WHEN 'refunded' THEN 'sold' ELSE 'free' END,
       CASE WHEN m.status IN ('reserved', 'completed', 'refunded') THEN m.id END
FROM works w CROSS JOIN LATERAL generate_series(1, w.size) AS e (n)
LEFT JOIN made m ON m.artwork_id = w.id AND m.edition = e.n;

INSERT INTO card_sessions (id, checkout_id, status, provider_id, url, ends_at, created_at)
SELECT md5('session ' || i)::uuid, id, CASE status WHEN 'expired' THEN 'expired' ELSE 'complete' END, 'cs_scale_' || i, '', at + interval '1 hour', at
FROM made WHERE method = 'card' AND status IN ('completed', 'refunded', 'expired');

INSERT INTO quotes (intent_hash, checkout_id, chain_id, pay_to, data, value, expires_at, created_at, share_bps)
SELECT '0x' || md5('intent ' || i) || md5('quote ' || i), id, 31337, '0x' || left(md5('contract') || md5(''), 40), '0x', price::numeric * 1000000000000,
       at + interval '15 minutes', at, 8500
FROM made WHERE method = 'ether' AND status IN ('completed', 'refunded');

INSERT INTO payments (id, key, checkout_id, method, status, amount, currency, credited, at, provider_id, chain_id, block_hash, block_number, block_time,
    transaction, payer, wei, refund_address, intent_hash)
SELECT payment_id, method || ':scale ' || i, id, method, 'final', CASE method WHEN 'card' THEN price ELSE 0 END, CASE method WHEN 'card' THEN 'USD' ELSE '' END,
       status <> 'in_review', at + interval '1 minute', CASE method WHEN 'card' THEN 'pi_scale_' || i ELSE '' END,
       CASE method WHEN 'card' THEN 0 ELSE 31337 END, CASE method WHEN 'card' THEN '' ELSE hash END, CASE method WHEN 'card' THEN 0 ELSE i END,
       CASE method WHEN 'ether' THEN at END, CASE method WHEN 'card' THEN '' ELSE hash END,
       CASE method WHEN 'card' THEN '' ELSE '0x' || left(md5('payer ' || account) || md5('wallet'), 40) END,
       CASE method WHEN 'card' THEN 0 ELSE price::numeric * 1000000000000 END,
       CASE method WHEN 'card' THEN '' ELSE '0x' || left(md5('payer ' || account) || md5('wallet'), 40) END,
       CASE method WHEN 'card' THEN '' ELSE '0x' || md5('intent ' || i) || md5('quote ' || i) END
FROM made WHERE status IN ('completed', 'refunded', 'in_review');

INSERT INTO refunds (id, checkout_id, payment_id, status, amount, currency, reason, provider_id, created_at, method, chain_id, pay_to, wei, transaction)
SELECT md5('refund ' || i)::uuid, id, payment_id, 'succeeded', CASE method WHEN 'card' THEN price ELSE 0 END, CASE method WHEN 'card' THEN 'USD' ELSE '' END,
       'requested', CASE method WHEN 'card' THEN 're_scale_' || i ELSE '' END, at + interval '3 days', method,
       CASE method WHEN 'card' THEN 0 ELSE 31337 END, CASE method WHEN 'card' THEN '' ELSE '0x' || left(md5('payer ' || account) || md5('wallet'), 40) END,
       CASE method WHEN 'card' THEN 0 ELSE price::numeric * 1000000000000 END, CASE method WHEN 'card' THEN '' ELSE '0x' || md5('refund ' || i) || md5('') END
FROM made WHERE status = 'refunded';

INSERT INTO reviews (id, key, checkout_id, payment_id, reason, created_at)
SELECT md5('review ' || i)::uuid, 'scale ' || i, id, payment_id, 'late', at + interval '20 minutes' FROM made WHERE status = 'in_review';

-- The artist's share is rounded down, and the gallery has the rest.
INSERT INTO ledger (entry_group, account, asset, amount, checkout_id, at)
SELECT e.entry_group, e.account, s.asset, e.amount, s.id, s.at
FROM (
    SELECT id, payment_id, i, status, artist_id, at, method, CASE method WHEN 'card' THEN 'USD' ELSE 'eip155:31337' END AS asset,
           CASE method WHEN 'card' THEN price::numeric ELSE price::numeric * 1000000000000 END AS total
    FROM made WHERE status IN ('completed', 'refunded', 'in_review')
) s
CROSS JOIN LATERAL (
    VALUES ('sale:' || s.payment_id, CASE s.method WHEN 'card' THEN 'card:clearing' ELSE 'chain:contract' END, s.total, s.status <> 'in_review'),
           ('sale:' || s.payment_id, 'artist:' || s.artist_id || ':payable', -div(s.total * 8500, 10000), s.status <> 'in_review'),
           ('sale:' || s.payment_id, 'platform:revenue', div(s.total * 8500, 10000) - s.total, s.status <> 'in_review'),
           ('receipt:' || s.payment_id, CASE s.method WHEN 'card' THEN 'card:clearing' ELSE 'chain:contract' END, s.total, s.status = 'in_review'),
           ('receipt:' || s.payment_id, 'buyer:' || s.id || ':payable', -s.total, s.status = 'in_review'),
           ('refund:' || md5('refund ' || s.i)::uuid || ':1', CASE s.method WHEN 'card' THEN 'card:clearing' ELSE 'chain:treasury' END, -s.total, s.status = 'refunded'),
           ('refund:' || md5('refund ' || s.i)::uuid || ':1', 'artist:' || s.artist_id || ':payable', div(s.total * 8500, 10000), s.status = 'refunded'),
           ('refund:' || md5('refund ' || s.i)::uuid || ':1', 'platform:revenue', s.total - div(s.total * 8500, 10000), s.status = 'refunded')
) AS e (entry_group, account, amount, booked)
WHERE e.booked;

INSERT INTO checkout_history (checkout_id, version, from_status, to_status, reason, actor, at)
SELECT m.id, t.n, CASE t.n WHEN 1 THEN '' ELSE t.steps[t.n - 1] END, t.steps[t.n], '', t.actors[t.n], m.at + t.n * interval '10 seconds'
FROM made m
CROSS JOIN LATERAL (
    SELECT CASE m.status
        WHEN 'reserved' THEN '{reserved}'
        WHEN 'cancelled' THEN '{reserved,cancelled}'
        WHEN 'expired' THEN '{reserved,awaiting_payment,expired}'
        WHEN 'in_review' THEN '{reserved,awaiting_payment,expired,in_review}'
        ELSE CASE m.method WHEN 'card' THEN '{reserved,awaiting_payment,payment_seen,paid,delivering,completed' ELSE '{reserved,awaiting_payment,payment_seen,confirming,paid,delivering,completed' END
            || CASE m.status WHEN 'refunded' THEN ',refund_pending,refunded}' ELSE '}' END
    END::text[] AS steps, CASE m.status
        WHEN 'cancelled' THEN '{buyer,buyer}'
        WHEN 'expired' THEN '{buyer,buyer,reconciler}'
        WHEN 'in_review' THEN '{buyer,buyer,reconciler,provider}'
        ELSE CASE m.method WHEN 'card' THEN '{buyer,buyer,provider,provider,provider,chain' ELSE '{buyer,buyer,chain,chain,chain,chain,chain' END || ',staff,provider}'
    END::text[] AS actors
) s
CROSS JOIN LATERAL (SELECT s.steps, s.actors, n FROM generate_series(1, cardinality(s.steps)) AS n) t;

INSERT INTO payment_history (payment_id, from_status, to_status, actor, at)
SELECT m.payment_id, t.was, t.became, CASE m.method WHEN 'card' THEN 'provider' ELSE 'chain' END, m.at + interval '1 minute'
FROM made m CROSS JOIN (VALUES ('', 'seen'), ('seen', 'final')) AS t (was, became)
WHERE m.status IN ('completed', 'refunded', 'in_review');

INSERT INTO refund_history (refund_id, from_status, to_status, actor, at)
SELECT md5('refund ' || m.i)::uuid, t.was, t.became, CASE WHEN t.was = '' THEN 'staff' WHEN m.method = 'card' THEN 'provider' ELSE 'chain' END, m.at + interval '3 days'
FROM made m CROSS JOIN (VALUES ('', 'pending'), ('pending', 'succeeded')) AS t (was, became)
WHERE m.status = 'refunded';

-- The next comparison with the provider: 60 orders are due, as many as a round claims, and the others in one to seven hours.
INSERT INTO card_comparisons (checkout_id, due_at)
SELECT id, now() + CASE WHEN row_number() OVER (ORDER BY h, i) <= 60 THEN interval '-1 minute' ELSE interval '1 hour' + h % 21600 * interval '1 second' END
FROM made WHERE method = 'card' AND status IN ('completed', 'refunded') AND at > now() - interval '400 days';

-- Published events stay for 30 days: a tenth of the orders.
INSERT INTO outbox (id, subject, payload, created_at, published_at)
SELECT 'scale ' || i, 'scale.checkout.completed', convert_to(repeat('x', 300), 'UTF8'), now() - interval '2 days', now() - interval '2 days'
FROM made WHERE i % 10 = 0;

DROP TABLE made;
