-- Inserts accounts, $accounts of them, with what belongs to them. The ids are those in scale_orders.sql. Sessions are kept for 30 days after their
-- end, so most of them have expired.

CREATE TEMPORARY TABLE made AS
SELECT i, hashint8(i)::bigint + 2147483648 AS h, md5('account ' || i)::uuid AS id,
       '2023-01-01Z'::timestamptz + (hashint8(i)::bigint + 2147483648) % 120000000 * interval '1 second' AS at
FROM generate_series(0, $accounts - 1) AS i;
ANALYZE made;

-- A tenth logs in with a wallet only.
INSERT INTO accounts (id, issuer, subject, email, email_verified, disabled, created_at, version, login_methods, login_methods_at)
SELECT id, CASE WHEN h % 10 > 0 THEN 'https://login.example.org' END, CASE WHEN h % 10 > 0 THEN md5('subject ' || i) END,
       CASE WHEN h % 10 > 0 THEN 'buyer' || i || '@example.org' ELSE '' END, h % 10 > 0, h % 1000 = 7, at, 1 + h % 5,
       CASE WHEN h % 10 > 3 THEN '{pwd}'::text[] END, CASE WHEN h % 10 > 3 THEN at END
FROM made;

INSERT INTO wallets (address, account_id, linked_at)
SELECT '0x' || left(md5('wallet ' || i) || md5('of an account'), 40), id, at FROM made WHERE h % 10 < 3;

-- Three to twelve sessions in the last 60 days, for two of three accounts. One in eight is active.
INSERT INTO sessions (id, account_id, key_thumbprint, generation, rotated_at, authenticated_at, created_at, used_at, idle_until, until, ended_at, end_reason, user_agent, ip)
SELECT md5('session ' || s.i || ' ' || s.n)::uuid, s.id, md5('key ' || s.i || ' ' || s.n % 3), 3, s.began, s.began, s.began, s.began + interval '1 day',
       s.began + s.idle, s.began + interval '30 days', CASE WHEN NOT s.active THEN least(s.began + s.idle, now()) END, CASE WHEN s.active THEN '' ELSE 'expired' END,
       'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', '192.0.2.0/24'
FROM (
    SELECT x.*, x.began + x.idle > now() AND x.place % 2 = 0 AS active
    FROM (
        SELECT m.i, m.id, n, (m.h / 7 + n * 37) % 100 AS place, CASE WHEN n % 3 = 0 THEN interval '30 days' ELSE interval '7 days' END AS idle,
               now() - ((m.h / 11 + n * 7919) % 5184000) * interval '1 second' AS began
        FROM made m CROSS JOIN LATERAL generate_series(1, 3 + m.h / 13 % 10) AS n WHERE m.h % 3 > 0
    ) x
) s;

-- Expired sessions that the job hasn't ended yet, more than it ends in one round of the measurement.
UPDATE sessions SET ended_at = NULL, end_reason = '' WHERE id IN (SELECT id FROM sessions WHERE ended_at IS NOT NULL ORDER BY id LIMIT 200);

INSERT INTO refresh_tokens (hash, session_id, generation)
SELECT sha256(convert_to('token ' || id || ' ' || n, 'UTF8')), id, n FROM sessions CROSS JOIN generate_series(0, 3) AS n;

INSERT INTO passkeys (id, account_id, credential_id, name, credential, added_at)
SELECT md5('passkey ' || i || ' ' || n)::uuid, id, sha256(convert_to('passkey ' || i || ' ' || n, 'UTF8')), 'Telephone', repeat('x', 600), at
FROM made CROSS JOIN generate_series(1, 2) AS n WHERE h % 20 = 0;

INSERT INTO recovery_codes (account_id, hash)
SELECT id, sha256(convert_to('code ' || i || ' ' || n, 'UTF8')) FROM made CROSS JOIN generate_series(1, 10) AS n WHERE h % 20 = 0;

INSERT INTO tickets (kind, key, data, until, account_id, authenticated_at)
SELECT 'alert', md5('ticket ' || i), convert_to(id::text, 'UTF8'), now() + interval '1 day' + h % 1000000 * interval '1 second', id, now() FROM made WHERE h % 5 = 0;

INSERT INTO data_requests (id, account_id, kind, state, requested_at, due_at)
SELECT md5('request ' || i)::uuid, id, 'export', CASE WHEN i % 10000 = 17 THEN 'waiting' ELSE 'expired' END, at, CASE WHEN i % 10000 = 17 THEN now() + interval '1 day' ELSE at END
FROM made WHERE h % 100 = 3 OR i % 10000 = 17;

INSERT INTO staff_actions (account_id, actor_id, action, reason, at)
SELECT id, md5('account 0')::uuid, 'sessions_ended', 'reported', at FROM made WHERE h % 500 = 3;

DROP TABLE made;
