-- Takes an account away with all that is its own, and answers how many rows that were. References are looked at when the
-- statement ends. Mails of sessions that were swept are found by the address, unless another account has it, too.
WITH mine AS (
    SELECT a.email FROM accounts a
    WHERE a.id = $1::uuid AND a.email <> '' AND NOT EXISTS (SELECT FROM accounts o WHERE o.id <> a.id AND lower(o.email) = lower(a.email))
), told AS (
    DELETE FROM mails
    WHERE lower(recipient) IN (SELECT lower(email) FROM mine)
       OR split_part(key, '.', 3) IN (SELECT id::text FROM sessions WHERE account_id = $1::uuid UNION SELECT $1::uuid::text) RETURNING id
), tickets_of AS (
    DELETE FROM tickets WHERE account_id = $1::uuid OR key = $1::uuid::text RETURNING kind
), tokens_of AS (
    DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE account_id = $1::uuid) RETURNING generation
), sessions_of AS (
    DELETE FROM sessions WHERE account_id = $1::uuid RETURNING id
), wallets_of AS (
    DELETE FROM wallets WHERE account_id = $1::uuid RETURNING address
), account AS (
    DELETE FROM accounts WHERE id = $1::uuid RETURNING id
)
SELECT jsonb_pretty(jsonb_build_object(
    'accounts', (SELECT count(*) FROM account), 'wallets', (SELECT count(*) FROM wallets_of),
    'sessions', (SELECT count(*) FROM sessions_of), 'refresh_tokens', (SELECT count(*) FROM tokens_of),
    'tickets', (SELECT count(*) FROM tickets_of), 'mails', (SELECT count(*) FROM told)))
