-- Inserts the profiles of accounts, $accounts of them, as in scale_auth.sql: names, favorites and reminders, whose entries follow Zipf's law, public
-- pages, payout wallets. Triggers must be off, because they require new payout changes to be requested.

CREATE TEMPORARY TABLE made AS
SELECT i, hashint8(i)::bigint + 2147483648 AS h, md5('account ' || i)::uuid AS id,
       '2023-01-01Z'::timestamptz + (hashint8(i)::bigint + 2147483648) % 120000000 * interval '1 second' AS at
FROM generate_series(0, $accounts - 1) AS i;
ANALYZE made;

INSERT INTO profiles (id, owner_id, name, email, first_name, last_name, created_at)
SELECT md5('profile ' || i)::uuid, id, CASE WHEN h % 4 = 0 THEN 'collector ' || i ELSE '' END, 'buyer' || i || '@example.org', first, last, at
FROM (
    SELECT m.*, (ARRAY['Ada','Bela','Cem','Dora','Emil','Fae','Gus','Hana','Ivo','Juno','Kai','Lena','Mio','Nour','Oda','Per','Quin','Rosa','Sami','Tove'])[1 + (20 * pow(h % 1009 / 1009.0, 2))::integer % 20] AS first,
           initcap(translate(to_hex((40000 * pow(h / 1009 % 10007 / 10007.0, 3))::integer), '0123456789abcdef', 'lorisatenumodack') || 'er') AS last
    FROM made m
) x
WHERE h % 10 <> 5;

-- Up to 20 favorites.
INSERT INTO favorites (account_id, kind, entry_id, added_at)
SELECT id, CASE WHEN n % 4 = 0 THEN 'artist' ELSE 'artwork' END,
       1 + (CASE WHEN n % 4 = 0 THEN 40000 ELSE 1000000 END * pow((h / 3 + n * 7919) % 100003 / 100003.0, 4))::bigint, at + n * interval '1 day'
FROM made CROSS JOIN LATERAL generate_series(1, (h / 17 % 21)::integer) AS n
ON CONFLICT DO NOTHING;

-- A fifth of the accounts waits for editions of sold-out artworks or for drops.
INSERT INTO reminders (account_id, kind, entry_id, opens_at, free_since, added_at)
SELECT id, CASE WHEN n = 1 THEN 'drop' ELSE 'artwork' END, 1 + (CASE WHEN n = 1 THEN 30 ELSE 500 END * pow((h / 3 + n * 7919) % 100003 / 100003.0, 3))::bigint,
       CASE WHEN n = 1 THEN now() + interval '30 days' END, NULL, at
FROM made CROSS JOIN LATERAL generate_series(1, 1 + (h / 17 % 3)::integer) AS n
WHERE h % 5 = 1
ON CONFLICT DO NOTHING;

INSERT INTO email_settings (account_id, kind, wanted, stop_secret)
SELECT id, kind, h % 3 > 0, left(md5('stop ' || kind || i) || md5('stop'), 43) FROM made CROSS JOIN unnest('{drops,sales}'::text[]) AS kind WHERE h % 6 = 0;

INSERT INTO collector_pages (account_id, name, display_name, published, indexed, updated_at)
SELECT id, 'collector-' || i, 'Collector ' || i, h % 2 = 0, h % 2 = 0, at FROM made WHERE h % 19 = 0;

INSERT INTO collector_works (account_id, position, token_id)
SELECT id, n, 10000000 + i::bigint * 100 + n FROM made CROSS JOIN generate_series(0, 11) AS n WHERE h % 19 = 0;

INSERT INTO artist_wallets (artist_id, address, version)
SELECT 1 + i / 25, '0x' || left(md5('payout ' || i) || md5('wallet'), 40), 1 FROM made WHERE i % 25 = 0;

INSERT INTO payout_updates (id, account_id, artist_id, artist_name, email, address, status, requested_at, not_before, version)
SELECT md5('payout ' || i)::uuid, id, 1 + i / 25, 'Artist ' || i / 25, 'buyer' || i || '@example.org', '0x' || left(md5('payout ' || i) || md5('wallet'), 40),
       'active', at, at + interval '2 days', 4
FROM made WHERE i % 25 = 0;

INSERT INTO payout_history (update_id, from_status, to_status, at)
SELECT md5('payout ' || i)::uuid, was, became, at FROM made
CROSS JOIN (VALUES ('', 'requested'), ('requested', 'awaiting_approval'), ('awaiting_approval', 'approved'), ('approved', 'cooling'), ('cooling', 'active')) AS t (was, became)
WHERE i % 25 = 0;

INSERT INTO push_subscriptions (id, account_id, session_id, slot, endpoint, p256dh, auth, public_key, saved_at)
SELECT encode(sha256(convert_to('https://push.example.org/' || i, 'UTF8')), 'hex'), id, 'session ' || i, 1, 'https://push.example.org/' || i,
       left(md5('a' || i) || md5('b' || i) || md5('c' || i), 87), left(md5('d' || i), 22), left(md5('key') || md5('of the') || md5('gallery'), 87), at
FROM made WHERE h % 30 = 0;

DROP TABLE made;
