-- name: PersonalExport :one
-- PersonalExport returns all data about the person of an account. Their names add, field by field, gifts to them, money from them that
-- belongs to no order, and what the mailbox shows of emails.
WITH names AS (
    SELECT lower(name) AS name FROM unnest(@names::text[]) AS name
), ids AS (
    SELECT id FROM checkouts WHERE account_id = (@account_id::uuid)::text
), cases AS (
    SELECT id FROM reviews WHERE checkout_id IN (SELECT id FROM ids)
)
SELECT jsonb_pretty(jsonb_build_object(
    'checkouts', (SELECT jsonb_agg(to_jsonb(c) ORDER BY created_at) FROM checkouts c WHERE id IN (SELECT id FROM ids)),
    -- Gifts to the person in other people's orders, once they were sent.
    'gifts', (SELECT jsonb_agg(jsonb_build_object('email', gift_email, 'to', gift_to, 'message', gift_message) ORDER BY created_at)
              FROM checkouts WHERE status = 'completed' AND (lower(gift_email) = ANY (ARRAY(SELECT name FROM names)) AND gift_email <> ''
                  OR lower(gift_to) = ANY (ARRAY(SELECT name FROM names)) AND gift_to <> '')),
    'checkout_history', (SELECT jsonb_agg(to_jsonb(h) ORDER BY at) FROM checkout_history h WHERE checkout_id IN (SELECT id FROM ids)),
    'hold_networks', (SELECT jsonb_agg(to_jsonb(n) ORDER BY created_at) FROM hold_networks n WHERE checkout_id IN (SELECT id FROM ids)),
    'phase_members', (SELECT jsonb_agg(to_jsonb(m)) FROM phase_members m
                      WHERE m.account_id = (@account_id::uuid)::text AND m.account_id <> '' OR m.wallet = ANY (ARRAY(SELECT name FROM names)) AND m.wallet <> ''),
    'card_sessions', (SELECT jsonb_agg(to_jsonb(s) ORDER BY created_at) FROM card_sessions s WHERE checkout_id IN (SELECT id FROM ids)),
    'quotes', (SELECT jsonb_agg(to_jsonb(q) ORDER BY created_at) FROM quotes q WHERE checkout_id IN (SELECT id FROM ids)),
    'payments', (SELECT jsonb_agg(to_jsonb(p) ORDER BY at) FROM payments p WHERE checkout_id IN (SELECT id FROM ids)),
    'refunds', (SELECT jsonb_agg(to_jsonb(r) ORDER BY created_at) FROM refunds r
                WHERE checkout_id = ANY (ARRAY(SELECT id FROM ids)) OR review_id = ANY (ARRAY(SELECT id FROM cases))),
    'reviews', (SELECT jsonb_agg(to_jsonb(r) - 'decided_by' ORDER BY created_at) FROM reviews r WHERE id IN (SELECT id FROM cases)),
    'unmatched_payments', (SELECT jsonb_agg(jsonb_build_object('payer', payer, 'chain_id', chain_id, 'transaction', transaction, 'asset', asset, 'wei', wei,
                                              'created_at', created_at, 'closed_at', closed_at) ORDER BY created_at)
                           FROM reviews WHERE checkout_id IS NULL AND lower(payer) = ANY (ARRAY(SELECT name FROM names))),
    'decisions', (SELECT jsonb_agg(to_jsonb(d) - '{decided_by,approved_by}'::text[] ORDER BY id) FROM decisions d
                  WHERE checkout_id = ANY (ARRAY(SELECT id FROM ids)) OR review_id = ANY (ARRAY(SELECT id FROM cases))),
    'refund_requests', (SELECT jsonb_agg(to_jsonb(r) - '{requested_by,decided_by}'::text[] ORDER BY created_at) FROM refund_requests r
                        WHERE checkout_id = ANY (ARRAY(SELECT id FROM ids)) OR review_id = ANY (ARRAY(SELECT id FROM cases))),
    -- Decisions of the person as staff, without data about others.
    'decided', (SELECT jsonb_agg(jsonb_build_object('id', id, 'action', action, 'at', at) ORDER BY id) FROM decisions
                WHERE (@account_id::uuid)::text IN (decided_by, approved_by)),
    'ledger', (SELECT jsonb_agg(to_jsonb(l) ORDER BY at) FROM ledger l WHERE checkout_id IN (SELECT id FROM ids)),
    'papers', (SELECT jsonb_agg(to_jsonb(p) ORDER BY issued_at) FROM papers p WHERE checkout_id IN (SELECT id FROM ids)),
    -- Emails about a case of an order go to staff.
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m
              WHERE split_part(key, ':', 2) IN (SELECT id::text FROM ids) AND key NOT LIKE 'case:%'),
    'addressed_mails', (SELECT jsonb_agg(jsonb_build_object('recipient', recipient, 'subject', subject, 'created_at', created_at, 'sent_at', sent_at) ORDER BY m.id)
                        FROM mails m WHERE lower(recipient) IN (SELECT name FROM names)),
    'calls', (SELECT jsonb_agg(jsonb_build_object('scope', scope, 'key', key, 'at', created_at)) FROM idempotency i
              WHERE split_part(scope, ' ', 1) = (@account_id::uuid)::text)));

-- name: PersonalForget :one
-- PersonalForget removes the names from a person's orders, and returns the numbers of rows changed. Invoices, money and history stay. A
-- paid order without an invoice keeps its buyer, whose name the invoice needs.
WITH orders AS (
    SELECT id FROM checkouts WHERE account_id = (@account_id::uuid)::text
), named AS (
    UPDATE checkouts c SET email = '', buyer_name = '', gift_email = '', gift_message = '', gift_name = ''
    WHERE account_id = (@account_id::uuid)::text AND (email <> '' OR buyer_name <> '' OR gift_email <> '' OR gift_name <> '')
      AND (paid_at IS NULL OR EXISTS (SELECT FROM papers p WHERE p.checkout_id = c.id AND p.kind = 'invoice'))
    RETURNING id
), networks AS (
    DELETE FROM hold_networks WHERE checkout_id IN (SELECT id FROM orders) RETURNING checkout_id
), listed AS (
    DELETE FROM phase_members WHERE account_id = (@account_id::uuid)::text RETURNING phase_id
), cards AS (
    UPDATE card_sessions SET url = '' WHERE checkout_id IN (SELECT id FROM orders) AND url <> '' RETURNING id
), signed AS (
    -- The transaction data contains the address of a refund.
    UPDATE quotes SET data = '' WHERE checkout_id IN (SELECT id FROM orders) AND data <> '' RETURNING intent_hash
), mailed AS (
    DELETE FROM mails WHERE split_part(key, ':', 2) IN (SELECT id::text FROM orders) RETURNING id
), calls AS (
    -- This includes responses to staff that contain such an order.
    DELETE FROM idempotency i
    WHERE split_part(scope, ' ', 1) = (@account_id::uuid)::text
       OR EXISTS (SELECT FROM orders WHERE position(convert_to(orders.id::text, 'UTF8') IN i.reply) > 0) RETURNING key
)
SELECT jsonb_pretty(jsonb_build_object(
    'checkouts', (SELECT count(*) FROM named), 'hold_networks', (SELECT count(*) FROM networks), 'phase_members', (SELECT count(*) FROM listed), 'card_sessions', (SELECT count(*) FROM cards),
    'quotes', (SELECT count(*) FROM signed), 'mails', (SELECT count(*) FROM mailed), 'calls', (SELECT count(*) FROM calls)));

-- name: PersonalUnsettled :many
-- PersonalUnsettled returns what must end before a person can be forgotten, one text each.
WITH orders AS (
    SELECT id, status FROM checkouts WHERE account_id = (@account_id::uuid)::text
), ids AS (
    SELECT (@account_id::uuid)::text AS id UNION SELECT id::text FROM orders
)
SELECT ('the order ' || id || ' is ' || status || ': it must end first')::text AS reason FROM orders
WHERE status NOT IN ('completed', 'expired', 'cancelled', 'refunded')
UNION ALL
SELECT 'the auction of the order ' || c.id || ' is not settled: a part of the price may go back' FROM checkouts c JOIN auctions a ON a.id = c.auction_id
WHERE c.id IN (SELECT id FROM orders) AND c.status = 'completed' AND c.settled_at IS NULL AND a.status <> 'settled'
UNION ALL
SELECT 'the review ' || id || ' of the order ' || checkout_id || ' is open' FROM reviews
WHERE closed_at IS NULL AND checkout_id IN (SELECT id FROM orders)
UNION ALL
SELECT 'the refund ' || id || ' of the order ' || checkout_id || ' is ' || status FROM refunds
WHERE status IN ('pending', 'sent') AND checkout_id IN (SELECT id FROM orders)
UNION ALL
SELECT 'the event ' || o.id || ' waits for the broker' FROM outbox o
WHERE published_at IS NULL AND EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN o.payload) > 0)
UNION ALL
SELECT 'the dead letter ' || d.id || ' belongs to it: retry or delete it' FROM dead_letters d
WHERE EXISTS (SELECT FROM ids WHERE position(convert_to(ids.id, 'UTF8') IN d.payload) > 0);
