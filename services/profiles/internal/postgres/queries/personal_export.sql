-- All that is held of a person. $1 is the id of an account, a mail address or the address of a wallet.
WITH who AS (
    SELECT owner_id AS id FROM profiles WHERE lower($1::text) IN (owner_id::text, lower(email))
    UNION SELECT account_id FROM payout_updates WHERE lower($1::text) IN (account_id::text, lower(email), lower(address))
), updates AS (
    SELECT * FROM payout_updates WHERE account_id IN (SELECT id FROM who)
)
SELECT jsonb_pretty(jsonb_build_object(
    'profiles', (SELECT jsonb_agg(to_jsonb(p)) FROM profiles p WHERE owner_id IN (SELECT id FROM who)),
    'payout_updates', (SELECT jsonb_agg(to_jsonb(u) ORDER BY requested_at) FROM updates u),
    'payout_history', (SELECT jsonb_agg(to_jsonb(h) ORDER BY h.id) FROM payout_history h WHERE update_id IN (SELECT id FROM updates)),
    'artist_wallets', (SELECT jsonb_agg(to_jsonb(w)) FROM artist_wallets w WHERE artist_id IN (SELECT artist_id FROM updates)),
    -- Of a change that another's address is told about, its mails are the person's, too.
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m
              WHERE lower(recipient) = lower($1) OR split_part(key, '.', 3) IN (SELECT id::text FROM updates)),
    'calls', (SELECT jsonb_agg(jsonb_build_object('scope', scope, 'key', key, 'at', created_at)) FROM idempotency i
              WHERE split_part(scope, ' ', 1) IN (SELECT id::text FROM who))))
