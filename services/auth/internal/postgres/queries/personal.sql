-- name: PersonalExport :one
-- PersonalExport returns all data about the person of an account. It leaves out hashes of tokens, and the names of staff. Of emails to the
-- verified address, which may be about another account, it returns what the mailbox shows.
WITH own AS (
    SELECT id FROM sessions WHERE account_id = @account_id::uuid
)
SELECT jsonb_pretty(jsonb_build_object(
    'accounts', (SELECT jsonb_agg(to_jsonb(a)) FROM accounts a WHERE id = @account_id::uuid),
    'wallets', (SELECT jsonb_agg(to_jsonb(w) ORDER BY linked_at) FROM wallets w WHERE account_id = @account_id::uuid),
    'sessions', (SELECT jsonb_agg(to_jsonb(s) ORDER BY created_at) FROM sessions s WHERE account_id = @account_id::uuid),
    'passkeys', (SELECT jsonb_agg(to_jsonb(p) ORDER BY added_at) FROM passkeys p WHERE account_id = @account_id::uuid),
    'data_requests', (SELECT jsonb_agg(to_jsonb(d) - '{archive,secret_hash}'::text[] ORDER BY requested_at) FROM data_requests d WHERE account_id = @account_id::uuid),
    'staff_actions', (SELECT jsonb_agg(to_jsonb(t) - 'actor_id' ORDER BY seq) FROM staff_actions t WHERE account_id = @account_id::uuid),
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m
              WHERE split_part(key, '.', 3) IN (SELECT id::text FROM own UNION SELECT (@account_id::uuid)::text)),
    'addressed_mails', (SELECT jsonb_agg(jsonb_build_object('recipient', recipient, 'subject', subject, 'created_at', created_at, 'sent_at', sent_at) ORDER BY m.id)
                        FROM mails m WHERE lower(recipient) IN (SELECT lower(email) FROM accounts WHERE id = @account_id::uuid AND email_verified AND email <> ''))));

-- name: PersonalForget :one
-- PersonalForget deletes an account and everything that belongs to it, and returns the numbers of rows deleted. Postgres checks foreign
-- keys at the end of the statement. The actions of staff stay, without their reason and under an id that no account has. Emails about
-- deleted sessions are found by the address, if it is verified and no other account has it.
WITH own AS (
    SELECT a.email FROM accounts a
    WHERE a.id = @account_id::uuid AND a.email <> '' AND a.email_verified AND NOT EXISTS (SELECT FROM accounts o WHERE o.id <> a.id AND lower(o.email) = lower(a.email))
), mailed AS (
    DELETE FROM mails
    WHERE lower(recipient) IN (SELECT lower(email) FROM own)
       OR split_part(key, '.', 3) IN (SELECT id::text FROM sessions WHERE account_id = @account_id::uuid UNION SELECT (@account_id::uuid)::text) RETURNING id
), tickets_of AS (
    DELETE FROM tickets WHERE account_id = @account_id::uuid OR key = (@account_id::uuid)::text RETURNING kind
), tokens_of AS (
    DELETE FROM refresh_tokens WHERE session_id IN (SELECT id FROM sessions WHERE account_id = @account_id::uuid) RETURNING generation
), sessions_of AS (
    DELETE FROM sessions WHERE account_id = @account_id::uuid RETURNING id
), passkeys_of AS (
    DELETE FROM passkeys WHERE account_id = @account_id::uuid RETURNING id
), codes_of AS (
    DELETE FROM recovery_codes WHERE account_id = @account_id::uuid RETURNING account_id
), wallets_of AS (
    DELETE FROM wallets WHERE account_id = @account_id::uuid RETURNING address
), copies AS (
    -- The requests stay, because they list who must be forgotten again after a restore.
    UPDATE data_requests SET archive = NULL, secret_hash = NULL, reasons = '{}'
    WHERE account_id = @account_id::uuid AND (archive IS NOT NULL OR secret_hash IS NOT NULL OR reasons <> '{}') RETURNING id
), actions_of AS (
    UPDATE staff_actions SET reason = '' WHERE account_id = @account_id::uuid AND reason <> '' RETURNING seq
), account AS (
    DELETE FROM accounts WHERE id = @account_id::uuid RETURNING id
)
SELECT jsonb_pretty(jsonb_build_object(
    'accounts', (SELECT count(*) FROM account), 'wallets', (SELECT count(*) FROM wallets_of),
    'passkeys', (SELECT count(*) FROM passkeys_of), 'recovery_codes', (SELECT count(*) FROM codes_of),
    'sessions', (SELECT count(*) FROM sessions_of), 'refresh_tokens', (SELECT count(*) FROM tokens_of),
    'tickets', (SELECT count(*) FROM tickets_of), 'data_requests', (SELECT count(*) FROM copies), 'staff_actions', (SELECT count(*) FROM actions_of),
    'mails', (SELECT count(*) FROM mailed)));
