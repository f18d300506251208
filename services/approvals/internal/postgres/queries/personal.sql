-- name: PersonalExport :one
-- PersonalExport returns all data about the person of an account. It leaves out other people who decide a request, and their IP addresses.
-- Of requests of others it returns what the person decided. Of emails to their names, it returns what the mailbox shows.
WITH names AS (
    SELECT lower(name) AS name FROM unnest(@names::text[]) AS name
), own AS (
    SELECT id FROM requests WHERE account_id = (@account_id::uuid)::text
)
SELECT jsonb_pretty(jsonb_build_object(
    'requests', (SELECT jsonb_agg(to_jsonb(r) ORDER BY created_at) FROM requests r WHERE id IN (SELECT id FROM own)),
    'withdrawals', (SELECT jsonb_agg(to_jsonb(w) ORDER BY request_id, position) FROM withdrawals w WHERE request_id IN (SELECT id FROM own)),
    'links', (SELECT jsonb_agg(to_jsonb(l) - 'secret_hash' ORDER BY request_id, position) FROM links l
              WHERE asks = 'owner' AND request_id IN (SELECT id FROM own)),
    'decisions', (SELECT jsonb_agg(jsonb_build_object('request_id', request_id, 'status', status, 'decided_at', decided_at) ORDER BY request_id, position)
                  FROM links WHERE decided_by = (@account_id::uuid)::text),
    'log', (SELECT jsonb_agg(to_jsonb(l) - 'hash' ORDER BY seq) FROM log l
            WHERE actor = (@account_id::uuid)::text OR actor = '' AND request_id = ANY (ARRAY(SELECT id FROM own))),
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m
              WHERE split_part(key, ':', 2) IN (SELECT id::text FROM own)
                AND recipient NOT IN (SELECT email FROM links WHERE asks = 'approver' AND request_id IN (SELECT id FROM own))),
    'addressed_mails', (SELECT jsonb_agg(jsonb_build_object('recipient', recipient, 'subject', subject, 'created_at', created_at, 'sent_at', sent_at) ORDER BY m.id)
                        FROM mails m WHERE lower(recipient) IN (SELECT name FROM names)),
    'calls', (SELECT jsonb_agg(jsonb_build_object('scope', scope, 'key', key, 'at', created_at)) FROM idempotency i
              WHERE split_part(scope, ' ', 1) = (@account_id::uuid)::text)));

-- name: PersonalForget :one
-- PersonalForget removes the addresses from the requests and decisions of a person, and returns the numbers of rows changed. The
-- decisions stay, and so does the log, because its entries are chained. Anyone with a link can reject a request, so the address of a link
-- is the person's if they approved as an approver, or if it is one of their names.
WITH own AS (
    SELECT id FROM requests WHERE account_id = (@account_id::uuid)::text
), decided AS (
    SELECT request_id, position, email FROM links
    WHERE decided_by = (@account_id::uuid)::text AND asks = 'approver'
      AND (status = 'approved' OR lower(email) IN (SELECT lower(name) FROM unnest(@names::text[]) AS name))
), mailed AS (
    DELETE FROM mails m
    WHERE split_part(key, ':', 2) IN (SELECT id::text FROM own)
       OR EXISTS (SELECT FROM decided d WHERE d.request_id::text = split_part(m.key, ':', 2) AND d.email = m.recipient)
    RETURNING id
), addressed AS (
    UPDATE requests SET email = '', wallets = '{}', transaction_hash = ''
    WHERE account_id = (@account_id::uuid)::text AND (email <> '' OR wallets <> '{}' OR transaction_hash <> '') RETURNING id
), linked AS (
    UPDATE links SET email = ''
    WHERE email <> '' AND ((request_id, position) IN (SELECT request_id, position FROM decided) OR asks = 'owner' AND request_id IN (SELECT id FROM own))
    RETURNING position
), calls AS (
    DELETE FROM idempotency WHERE split_part(scope, ' ', 1) = (@account_id::uuid)::text RETURNING key
)
SELECT jsonb_pretty(jsonb_build_object(
    'requests', (SELECT count(*) FROM addressed), 'links', (SELECT count(*) FROM linked), 'mails', (SELECT count(*) FROM mailed),
    'calls', (SELECT count(*) FROM calls)));

-- name: PersonalUnsettled :many
-- PersonalUnsettled returns what must end before a person can be forgotten, one text each. Events name a request by its subject.
WITH own AS (
    SELECT id, subject_id, status FROM requests WHERE account_id = (@account_id::uuid)::text
), ids AS (
    SELECT (@account_id::uuid)::text AS id UNION SELECT subject_id FROM own
)
SELECT ('the request ' || id || ' is pending: decide or cancel it first')::text AS reason FROM own WHERE status = 'pending'
UNION ALL
SELECT 'the event ' || o.id || ' waits for the broker' FROM outbox o
WHERE published_at IS NULL AND EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN o.payload) > 0)
UNION ALL
SELECT 'the dead letter ' || d.id || ' belongs to it: retry or delete it' FROM dead_letters d
WHERE EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN d.payload) > 0);
