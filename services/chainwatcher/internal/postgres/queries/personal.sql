-- name: PersonalExport :one
-- PersonalExport returns all data about the person of an account. Their names add, field by field, gifts that were sent to them, public
-- chain data about their wallets, and what the mailbox shows of emails.
WITH names AS (
    SELECT lower(name) AS name FROM unnest(@names::text[]) AS name
), owned AS (
    SELECT t.token_id, t.checkout_id, EXISTS (SELECT FROM gifts g WHERE g.id = t.checkout_id AND g.status = 'accepted') AS was_gift
    FROM tokens t WHERE t.account_id = (@account_id::uuid)::text
), ordered AS (
    -- Only the person's own orders: the recipient of a gift must not see its payment.
    SELECT checkout_id FROM owned WHERE NOT was_gift UNION SELECT id FROM gifts WHERE account_id = (@account_id::uuid)::text
), moved AS (
    SELECT id FROM withdrawals WHERE account_id = (@account_id::uuid)::text
), given AS (
    SELECT id FROM gifts WHERE account_id = (@account_id::uuid)::text
)
SELECT jsonb_pretty(jsonb_build_object(
    'tokens', (SELECT jsonb_agg(to_jsonb(t) - CASE WHEN o.was_gift THEN '{checkout_id,payment_method,paid_at}' ELSE '{}' END::text[] ORDER BY t.paid_at)
               FROM tokens t JOIN owned o ON o.token_id = t.token_id),
    'withdrawals', (SELECT jsonb_agg(to_jsonb(w) - 'reviewed_by' ORDER BY requested_at) FROM withdrawals w WHERE id IN (SELECT id FROM moved)),
    'withdrawal_batches', (SELECT jsonb_agg(to_jsonb(b) ORDER BY requested_at) FROM withdrawal_batches b WHERE account_id = (@account_id::uuid)::text),
    'gifts', (SELECT jsonb_agg(to_jsonb(g) - '{secret_hash,account_id,recipient_id}'::text[] ORDER BY created_at) FROM gifts g WHERE id IN (SELECT id FROM given)),
    -- Gifts to the person, without the giver's order. Anyone who has the link of an email can accept a gift, so its address may be another person's.
    'received_gifts', (SELECT jsonb_agg(jsonb_build_object('token_id', token_id, 'from_name', from_name, 'message', message, 'status', status, 'ended_at', ended_at,
                                            'email', CASE WHEN lower(email) IN (SELECT name FROM names) THEN email END,
                                            'to_address', CASE WHEN lower(to_address) IN (SELECT name FROM names) THEN to_address END) ORDER BY created_at)
                       FROM gifts WHERE recipient_id = (@account_id::uuid)::text
                           OR status IN ('waiting', 'accepted', 'queued') AND (lower(email) = ANY (ARRAY(SELECT name FROM names)) AND email <> ''
                               OR lower(to_address) = ANY (ARRAY(SELECT name FROM names)) AND to_address <> '')),
    'credential_changes', (SELECT jsonb_agg(to_jsonb(c)) FROM credential_changes c WHERE account_id = (@account_id::uuid)::text),
    'history', (SELECT jsonb_agg(to_jsonb(h) ORDER BY seq) FROM history h
                WHERE machine = 'withdrawals' AND id = ANY (ARRAY(SELECT id::text FROM moved)) OR machine = 'gifts' AND id = ANY (ARRAY(SELECT id FROM given))),
    'transactions', (SELECT jsonb_agg(to_jsonb(x) ORDER BY seq) FROM transactions x WHERE kind = 'withdrawal' AND subject IN (SELECT id::text FROM moved)),
    'quotes', (SELECT jsonb_agg(to_jsonb(q) ORDER BY created_at) FROM quotes q WHERE checkout_id::text IN (SELECT checkout_id FROM ordered)),
    'payments', (SELECT jsonb_agg(to_jsonb(p) ORDER BY block_number) FROM payments p
                 WHERE checkout_id IN (SELECT checkout_id FROM ordered)),
    'refunds', (SELECT jsonb_agg(to_jsonb(r) ORDER BY taken_at) FROM refunds r
                WHERE checkout_id IN (SELECT checkout_id FROM ordered)),
    'incoming', (SELECT jsonb_agg(to_jsonb(i) ORDER BY block_number) FROM incoming i WHERE lower(payer) IN (SELECT name FROM names)),
    'transfers', (SELECT jsonb_agg(jsonb_build_object('chain_id', chain_id, 'block_number', block_number, 'block_time', block_time, 'tx_hash', tx_hash, 'token_id', token_id,
                                       'from_address', CASE WHEN lower(from_address) IN (SELECT name FROM names) THEN from_address END,
                                       'to_address', CASE WHEN lower(to_address) IN (SELECT name FROM names) THEN to_address END) ORDER BY block_number)
                  FROM transfers WHERE lower(from_address) = ANY (ARRAY(SELECT name FROM names)) OR lower(to_address) = ANY (ARRAY(SELECT name FROM names))),
    'payouts', (SELECT jsonb_agg(to_jsonb(p) ORDER BY requested_at) FROM payouts p WHERE account_id = (@account_id::uuid)::text),
    -- Only of the person's payouts: a wallet may be the payee of another account's artist.
    'payee_entries', (SELECT jsonb_agg(to_jsonb(e) ORDER BY block_number) FROM payee_entries e
                      WHERE tx_hash IN (SELECT tx_hash FROM payouts WHERE account_id = (@account_id::uuid)::text)),
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m
              WHERE split_part(key, ':', 2) IN (SELECT id::text FROM moved)),
    'addressed_mails', (SELECT jsonb_agg(jsonb_build_object('recipient', recipient, 'subject', subject, 'created_at', created_at, 'sent_at', sent_at) ORDER BY m.id)
                        FROM mails m WHERE lower(recipient) IN (SELECT name FROM names)),
    'calls', (SELECT jsonb_agg(jsonb_build_object('scope', scope, 'key', key, 'at', created_at)) FROM idempotency i
              WHERE split_part(scope, ' ', 1) = (@account_id::uuid)::text)));

-- name: PersonalForget :one
-- PersonalForget removes email addresses, ENS names and notes of staff from a person's withdrawals, names, addresses and messages from
-- gifts, and returns the numbers of rows changed. Chain data stays.
WITH moved AS (
    SELECT id FROM withdrawals WHERE account_id = (@account_id::uuid)::text
), given AS (
    SELECT id FROM gifts WHERE (@account_id::uuid)::text IN (account_id, recipient_id)
), gifted AS (
    -- The giver's message stays until the giver is forgotten. Forgetting either of them removes the recipient's address.
    UPDATE gifts SET email = '', to_name = '', secret_hash = CASE status WHEN 'waiting' THEN secret_hash END,
        from_name = CASE account_id WHEN (@account_id::uuid)::text THEN '' ELSE from_name END,
        message = CASE account_id WHEN (@account_id::uuid)::text THEN '' ELSE message END
    WHERE id IN (SELECT id FROM given) AND (email <> '' OR to_name <> '' OR account_id = (@account_id::uuid)::text AND (from_name <> '' OR message <> ''))
    RETURNING id
), addressed AS (
    UPDATE withdrawals SET email = '', to_name = '', review_note = '', request_key = id::text
    WHERE account_id = (@account_id::uuid)::text AND (email <> '' OR to_name <> '' OR review_note <> '' OR request_key <> id::text) RETURNING id
), batched AS (
    UPDATE withdrawal_batches SET request_key = id::text WHERE account_id = (@account_id::uuid)::text AND request_key <> id::text RETURNING id
), paid AS (
    UPDATE payouts SET request_key = id::text WHERE account_id = (@account_id::uuid)::text AND request_key <> id::text RETURNING id
), mailed AS (
    -- An email about a gift that the other one of giver and recipient still waits for stays.
    DELETE FROM mails m WHERE split_part(key, ':', 2) IN (SELECT id::text FROM moved)
        OR EXISTS (SELECT FROM gifts g WHERE g.id = split_part(m.key, ':', 2) AND (@account_id::uuid)::text IN (g.account_id, g.recipient_id)
            AND NOT (m.sent_at IS NULL AND m.gave_up_at IS NULL
                AND split_part(m.key, ':', -1) = ANY (CASE g.account_id WHEN (@account_id::uuid)::text THEN '{lost}' ELSE '{accepted,address}' END::text[]))) RETURNING id
), changes AS (
    DELETE FROM credential_changes WHERE account_id = (@account_id::uuid)::text RETURNING account_id
), calls AS (
    DELETE FROM idempotency WHERE split_part(scope, ' ', 1) = (@account_id::uuid)::text RETURNING key
)
SELECT jsonb_pretty(jsonb_build_object(
    'withdrawals', (SELECT count(*) FROM addressed), 'withdrawal_batches', (SELECT count(*) FROM batched), 'gifts', (SELECT count(*) FROM gifted), 'payouts', (SELECT count(*) FROM paid), 'mails', (SELECT count(*) FROM mailed), 'calls', (SELECT count(*) FROM calls),
    'credential_changes', (SELECT count(*) FROM changes)));

-- name: PersonalUnsettled :many
-- PersonalUnsettled returns what must end before a person can be forgotten, one text each. gives_up means that the person renounced their
-- tokens in the vault.
WITH owned AS (
    SELECT t.token_id, t.checkout_id, t.status, t.in_custody FROM tokens t LEFT JOIN freezes z ON z.checkout_id = t.checkout_id
    WHERE t.account_id = (@account_id::uuid)::text AND NOT coalesce(z.refunded, false)
), moved AS (
    SELECT id, status FROM withdrawals WHERE account_id = (@account_id::uuid)::text
), ids AS (
    SELECT (@account_id::uuid)::text AS id UNION SELECT checkout_id FROM owned UNION SELECT id::text FROM moved
    UNION SELECT id::text FROM withdrawal_batches WHERE account_id = (@account_id::uuid)::text
)
SELECT ('the token ' || token_id || ' is being minted')::text AS reason FROM owned WHERE status = 'minting'
UNION ALL
SELECT 'the token ' || token_id || ' is in the vault: it must be withdrawn or given up' FROM owned
WHERE status = 'minted' AND in_custody AND NOT @gives_up::boolean
UNION ALL
SELECT 'the withdrawal ' || id || ' is ' || status || ': it must end or be cancelled' FROM moved
WHERE status IN ('awaiting_approval', 'approved', 'signing', 'broadcast', 'mined')
UNION ALL
SELECT 'the gift ' || id || ' is ' || status || ': it must be accepted or taken back' FROM gifts
WHERE account_id = (@account_id::uuid)::text AND status IN ('pending', 'waiting')
UNION ALL
SELECT 'the payout ' || id || ' is ' || status || ': it must end first' FROM payouts WHERE account_id = (@account_id::uuid)::text AND status IN ('queued', 'sent')
UNION ALL
SELECT 'the event ' || o.id || ' waits for the broker' FROM outbox o
WHERE published_at IS NULL AND EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN o.payload) > 0)
UNION ALL
SELECT 'the dead letter ' || d.id || ' belongs to it: retry or delete it' FROM dead_letters d
WHERE EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN d.payload) > 0);
