-- Inserts requests for approval, one for every second of the $accounts accounts of scale_auth.sql, with withdrawals, links and a log whose hashes
-- the trigger computes. A few hundredths of a percent are open.

CREATE TEMPORARY TABLE made AS
SELECT i, h, id, at, md5('approval ' || i)::uuid AS request, CASE WHEN h % 20 = 0 THEN 'payout_wallet_update' ELSE 'token_withdrawal' END AS kind,
       CASE WHEN i % 2000 = 0 THEN 'pending' WHEN h % 100 < 84 THEN 'approved' WHEN h % 100 < 90 THEN 'rejected' ELSE 'expired' END AS status,
       '0x' || left(md5('wallet ' || i) || md5('of an account'), 40) AS wallet
FROM (
    SELECT i, hashint8(i)::bigint + 2147483648 AS h, md5('account ' || (($accounts * pow(i::numeric * 2 / $accounts, 2))::integer % $accounts))::uuid AS id,
           CASE WHEN i % 2000 = 0 THEN now() - interval '1 hour' ELSE now() - interval '2 days' - (hashint8(i)::bigint + 2147483648) % 90000000 * interval '1 second' END AS at
    FROM generate_series(0, $accounts / 2 - 1) AS i
) x;
ANALYZE made;

INSERT INTO requests (id, kind, subject_id, account_id, email, wallets, chain_id, summary, lines, digest, status, created_at, expires_at, decided_at, work, to_address, outcome, outcome_at)
SELECT request, kind, md5('subject ' || i)::uuid::text, id::text, 'buyer' || i || '@example.org', ARRAY[wallet], 31337, 'Send a work to your wallet',
       jsonb_build_array(jsonb_build_object('label', 'To wallet', 'value', wallet)), md5('digest ' || i), status, at, at + interval '1 day',
       CASE WHEN status <> 'pending' THEN at + interval '1 hour' END,
       CASE kind WHEN 'token_withdrawal' THEN '{"works": [{"title": "Long Furrow", "artist": "Adaeze Nwokolo", "number": 3, "size": 25}]}' ELSE '{}' END::jsonb, wallet,
       CASE WHEN status = 'approved' THEN 'completed' ELSE '' END, CASE WHEN status = 'approved' THEN at + interval '2 hours' END
FROM made ORDER BY at;

INSERT INTO withdrawals (id, request_id, position, token_id, pending)
SELECT md5('withdrawal ' || i)::uuid, request, 1, i, status = 'pending' FROM made WHERE kind = 'token_withdrawal' ORDER BY at;

INSERT INTO links (request_id, position, secret_hash, asks, email, status, decided_by, decided_at)
SELECT request, p, sha256(convert_to('secret ' || i || ' ' || p, 'UTF8')), CASE p WHEN 0 THEN 'owner' ELSE 'approver' END, 'buyer' || i || '@example.org',
       CASE WHEN status IN ('approved', 'rejected') THEN status ELSE 'pending' END,
       CASE WHEN status NOT IN ('approved', 'rejected') THEN '' WHEN p = 1 THEN md5('account ' || i % 5)::uuid::text ELSE id::text END,
       CASE WHEN status IN ('approved', 'rejected') THEN at + interval '1 hour' END
FROM made CROSS JOIN generate_series(0, 1) AS p WHERE p = 0 OR kind = 'payout_wallet_update';

INSERT INTO log (request_id, event, actor, ip, at, hash)
SELECT request, event, CASE event WHEN 'expired' THEN '' ELSE id::text END, '192.0.2.0', at + n * interval '20 minutes', ''
FROM made CROSS JOIN LATERAL (VALUES (0, 'requested'), (1, 'viewed'), (2, status)) AS e (n, event)
WHERE event <> 'pending' ORDER BY at, n;

DROP TABLE made;
