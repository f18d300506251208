-- All that is held of a person. $1 is the id of an account, a mail address or the address of a wallet.
WITH who AS (
    SELECT account_id AS id FROM checkouts WHERE lower($1::text) IN (account_id, lower(email))
    UNION SELECT c.account_id FROM papers p JOIN checkouts c ON c.id = p.checkout_id WHERE lower(p.buyer_email) = lower($1::text)
    UNION SELECT c.account_id FROM payments p JOIN checkouts c ON c.id = p.checkout_id
    WHERE lower($1::text) IN (lower(p.payer), lower(p.refund_address))
), orders AS (
    SELECT * FROM checkouts WHERE account_id IN (SELECT id FROM who)
), ids AS (
    SELECT id FROM orders
), cases AS (
    -- Also those of money that belongs to no order.
    SELECT * FROM reviews
    WHERE checkout_id IN (SELECT id FROM ids) OR payer <> '' AND lower($1::text) IN (lower(payer), lower(refund_address))
)
SELECT jsonb_pretty(jsonb_build_object(
    'checkouts', (SELECT jsonb_agg(to_jsonb(c) ORDER BY created_at) FROM orders c),
    'checkout_history', (SELECT jsonb_agg(to_jsonb(h) ORDER BY at) FROM checkout_history h WHERE checkout_id IN (SELECT id FROM ids)),
    'card_sessions', (SELECT jsonb_agg(to_jsonb(s) ORDER BY created_at) FROM card_sessions s WHERE checkout_id IN (SELECT id FROM ids)),
    'quotes', (SELECT jsonb_agg(to_jsonb(q) ORDER BY created_at) FROM quotes q WHERE checkout_id IN (SELECT id FROM ids)),
    'payments', (SELECT jsonb_agg(to_jsonb(p) ORDER BY at) FROM payments p WHERE checkout_id IN (SELECT id FROM ids)),
    'refunds', (SELECT jsonb_agg(to_jsonb(r) ORDER BY created_at) FROM refunds r
                WHERE checkout_id IN (SELECT id FROM ids) OR review_id IN (SELECT id FROM cases)),
    'reviews', (SELECT jsonb_agg(to_jsonb(r) - 'decided_by' ORDER BY created_at) FROM cases r),
    'decisions', (SELECT jsonb_agg(to_jsonb(d) - 'decided_by' ORDER BY id) FROM decisions d
                  WHERE checkout_id IN (SELECT id FROM ids) OR review_id IN (SELECT id FROM cases)),
    -- What the person decided as staff, without what it says of others.
    'decided', (SELECT jsonb_agg(jsonb_build_object('id', id, 'action', action, 'at', at) ORDER BY id) FROM decisions
                WHERE decided_by = lower($1) OR decided_by IN (SELECT id FROM who)),
    'ledger', (SELECT jsonb_agg(to_jsonb(l) ORDER BY at) FROM ledger l WHERE checkout_id IN (SELECT id FROM ids)),
    'papers', (SELECT jsonb_agg(to_jsonb(p) ORDER BY issued_at) FROM papers p WHERE checkout_id IN (SELECT id FROM ids)),
    'mails', (SELECT jsonb_agg(to_jsonb(m) - 'html' ORDER BY m.id) FROM mails m
              WHERE lower(recipient) = lower($1) OR split_part(key, ':', 2) IN (SELECT id::text FROM ids)),
    'calls', (SELECT jsonb_agg(jsonb_build_object('scope', scope, 'key', key, 'at', created_at)) FROM idempotency i
              WHERE split_part(scope, ' ', 1) IN (SELECT id FROM who))))
