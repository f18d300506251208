-- name: PersonalExport :one
-- PersonalExport returns all data about the person of an account. Of emails to their names, which may be about another account, it returns
-- what the mailbox shows.
WITH names AS (
    SELECT lower(name) AS name FROM unnest(@names::text[]) AS name
), updates AS (
    SELECT id, artist_id, address FROM payout_updates WHERE account_id = @account_id::uuid
)
SELECT jsonb_pretty(jsonb_build_object(
    'profiles', (SELECT jsonb_agg(to_jsonb(p)) FROM profiles p WHERE owner_id = @account_id::uuid),
    'email_changes', (SELECT jsonb_agg(to_jsonb(e) - 'current_hash' - 'new_hash' ORDER BY requested_at) FROM email_changes e
                      WHERE account_id = @account_id::uuid),
    'favorites', (SELECT jsonb_agg(to_jsonb(f) ORDER BY added_at) FROM favorites f WHERE account_id = @account_id::uuid),
    'reminders', (SELECT jsonb_agg(to_jsonb(r) ORDER BY added_at) FROM reminders r WHERE account_id = @account_id::uuid),
    'email_settings', (SELECT jsonb_agg(to_jsonb(s) - 'stop_secret' ORDER BY kind) FROM email_settings s WHERE account_id = @account_id::uuid),
    -- The endpoint belongs to the person. The encryption keys of the browser are left out.
    'push_subscriptions', (SELECT jsonb_agg(to_jsonb(p) - 'p256dh' - 'auth' - 'public_key' ORDER BY saved_at) FROM push_subscriptions p
                           WHERE account_id = @account_id::uuid),
    'push_messages', (SELECT jsonb_agg(to_jsonb(m) ORDER BY m.id) FROM push_messages m JOIN push_subscriptions p ON p.id = m.subscription_id
                      WHERE p.account_id = @account_id::uuid),
    'collector_pages', (SELECT jsonb_agg(to_jsonb(c)) FROM collector_pages c WHERE account_id = @account_id::uuid),
    'collector_works', (SELECT jsonb_agg(to_jsonb(w) ORDER BY position) FROM collector_works w WHERE account_id = @account_id::uuid),
    'collector_walls', (SELECT jsonb_agg(to_jsonb(w) ORDER BY token_id) FROM collector_walls w WHERE account_id = @account_id::uuid),
    'payout_updates', (SELECT jsonb_agg(to_jsonb(u) ORDER BY requested_at) FROM payout_updates u WHERE id IN (SELECT id FROM updates)),
    'payout_history', (SELECT jsonb_agg(to_jsonb(h) ORDER BY h.id) FROM payout_history h WHERE update_id IN (SELECT id FROM updates)),
    'artist_wallets', (SELECT jsonb_agg(to_jsonb(w)) FROM artist_wallets w WHERE (artist_id, address) IN (SELECT artist_id, address FROM updates)),
    -- Emails about the person's change that went to another address belong to the person, too.
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m
              WHERE split_part(key, '.', 3) = ANY (ARRAY(SELECT id::text FROM updates))
                 OR key ~ '^(reminder|email_change|draft)\.' AND split_part(key, '.', 3) = (@account_id::uuid)::text),
    'addressed_mails', (SELECT jsonb_agg(jsonb_build_object('recipient', recipient, 'subject', subject, 'created_at', created_at, 'sent_at', sent_at) ORDER BY m.id)
                        FROM mails m WHERE lower(recipient) IN (SELECT name FROM names)),
    'calls', (SELECT jsonb_agg(jsonb_build_object('scope', scope, 'key', key, 'at', created_at)) FROM idempotency i
              WHERE split_part(scope, ' ', 1) = (@account_id::uuid)::text)));

-- name: PersonalForget :one
-- PersonalForget removes what identifies a person, and returns the names of their avatars and the numbers of rows changed. Payout wallets
-- and their changes stay, because they show where shares of sales were paid.
WITH profile AS (
    DELETE FROM profiles WHERE owner_id = @account_id::uuid RETURNING avatar
), updates AS (
    UPDATE payout_updates SET email = '', name = '' WHERE account_id = @account_id::uuid AND (email <> '' OR name <> '') RETURNING id
), mailed AS (
    DELETE FROM mails
    WHERE split_part(key, '.', 3) IN (SELECT id::text FROM payout_updates WHERE account_id = @account_id::uuid)
       OR key ~ '^(reminder|email_change|draft)\.' AND split_part(key, '.', 3) = (@account_id::uuid)::text RETURNING id
), email_change AS (
    DELETE FROM email_changes WHERE account_id = @account_id::uuid RETURNING id
), favorite AS (
    DELETE FROM favorites WHERE account_id = @account_id::uuid RETURNING entry_id
), reminder AS (
    DELETE FROM reminders WHERE account_id = @account_id::uuid RETURNING entry_id
), setting AS (
    DELETE FROM email_settings WHERE account_id = @account_id::uuid RETURNING kind
), browser AS (
    -- Also deletes its pending messages.
    DELETE FROM push_subscriptions WHERE account_id = @account_id::uuid RETURNING id
), work AS (
    DELETE FROM collector_works WHERE account_id = @account_id::uuid RETURNING token_id
), wall AS (
    DELETE FROM collector_walls WHERE account_id = @account_id::uuid RETURNING token_id
), page AS (
    DELETE FROM collector_pages WHERE account_id = @account_id::uuid RETURNING account_id
), calls AS (
    DELETE FROM idempotency WHERE split_part(scope, ' ', 1) = (@account_id::uuid)::text RETURNING key
)
SELECT (SELECT array_agg(avatar) FROM profile WHERE avatar <> '')::text[] AS avatars, jsonb_pretty(jsonb_build_object(
    'profiles', (SELECT count(*) FROM profile), 'email_changes', (SELECT count(*) FROM email_change), 'favorites', (SELECT count(*) FROM favorite),
    'reminders', (SELECT count(*) FROM reminder), 'email_settings', (SELECT count(*) FROM setting), 'push_subscriptions', (SELECT count(*) FROM browser), 'collector_pages', (SELECT count(*) FROM page),
    'collector_works', (SELECT count(*) FROM work), 'collector_walls', (SELECT count(*) FROM wall), 'payout_updates', (SELECT count(*) FROM updates),
    'mails', (SELECT count(*) FROM mailed), 'calls', (SELECT count(*) FROM calls))) AS counts;

-- name: PersonalUnsettled :many
-- PersonalUnsettled returns what must end before a person can be forgotten, one text each.
WITH ids AS (
    SELECT (@account_id::uuid)::text AS id UNION SELECT id::text FROM payout_updates WHERE account_id = @account_id::uuid
)
SELECT ('the payout change ' || id || ' is ' || status || ': it must end or be cancelled')::text AS reason
FROM payout_updates
WHERE account_id = @account_id::uuid AND status IN ('requested', 'awaiting_approval', 'approved', 'cooling')
UNION ALL
SELECT 'the event ' || o.id || ' waits for the broker'
FROM outbox o
WHERE published_at IS NULL AND EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN o.payload) > 0)
UNION ALL
SELECT 'the dead letter ' || d.id || ' belongs to it: retry or delete it'
FROM dead_letters d
WHERE EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN d.payload) > 0);
