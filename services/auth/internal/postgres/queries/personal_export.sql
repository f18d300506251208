-- All that is held of a person. $1 is the id of an account, a mail address or the address of a wallet. Hashes of tokens are left
-- out: they are no words.
WITH who AS (
    SELECT id FROM accounts WHERE lower($1::text) IN (id::text, lower(email))
    UNION SELECT account_id FROM wallets WHERE lower($1::text) = lower(address)
), mine AS (
    SELECT * FROM sessions WHERE account_id IN (SELECT id FROM who)
)
SELECT jsonb_pretty(jsonb_build_object(
    'accounts', (SELECT jsonb_agg(to_jsonb(a)) FROM accounts a WHERE id IN (SELECT id FROM who)),
    'wallets', (SELECT jsonb_agg(to_jsonb(w) ORDER BY linked_at) FROM wallets w WHERE account_id IN (SELECT id FROM who)),
    'sessions', (SELECT jsonb_agg(to_jsonb(s) ORDER BY created_at) FROM mine s),
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m
              WHERE lower(recipient) = lower($1) OR lower(recipient) IN (SELECT lower(email) FROM accounts WHERE id IN (SELECT id FROM who))
                 OR split_part(key, '.', 3) IN (SELECT id::text FROM mine UNION SELECT id::text FROM who))))
