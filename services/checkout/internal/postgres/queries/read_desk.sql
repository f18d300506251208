-- name: ListOrders :many
-- ListOrders reads one page of the index for each status, so its cost doesn't depend on the number of orders.
WITH page AS (
    SELECT o.id
    FROM unnest(@statuses::text[]) AS s (status)
    CROSS JOIN LATERAL (
        SELECT i.id, i.created_at FROM checkouts i
        WHERE i.status = s.status AND (i.created_at, i.id) < (@before_at::timestamptz, @before_id::uuid)
        ORDER BY i.created_at DESC, i.id DESC
        LIMIT sqlc.arg('limit')) o
    ORDER BY o.created_at DESC, o.id DESC
    LIMIT sqlc.arg('limit')
)
SELECT c.id, c.status, c.reason, c.email, c.buyer_name, c.artwork_slug, c.artwork_title, c.edition, c.edition_size, c.price_amount, c.price_currency,
       c.method, c.created_at, c.updated_at, c.artist_id, c.artist_name
FROM page JOIN checkouts c ON c.id = page.id
ORDER BY c.created_at DESC, c.id DESC;

-- name: FindOrders :many
-- FindOrders searches for each kind of name in its own index. NULL matches nothing. If many orders have an address or a title that begins
-- with the prefix, it first looks among the newest 5,000 orders. If these don't fill the page, it reads all entries of the prefix in the index.
WITH recent AS MATERIALIZED (
    SELECT n.id
    FROM (
        SELECT c.id, c.created_at, c.status, c.email, c.artwork_title FROM checkouts c
        WHERE (c.created_at, c.id) < (@before_at::timestamptz, @before_id::uuid)
        ORDER BY c.created_at DESC, c.id DESC
        LIMIT 5000) n
    WHERE n.status = ANY(@statuses::text[])
      AND (lower(n.artwork_title) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(n.artwork_title) COLLATE "C" < sqlc.narg('prefix_end')::text
           OR n.email <> '' AND lower(n.email) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(n.email) COLLATE "C" < sqlc.narg('prefix_end')::text)
      AND 2000 < (SELECT count(*) FROM (
          (SELECT FROM checkouts
           WHERE email <> '' AND lower(email) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(email) COLLATE "C" < sqlc.narg('prefix_end')::text LIMIT 2001)
          UNION ALL
          (SELECT FROM checkouts
           WHERE lower(artwork_title) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(artwork_title) COLLATE "C" < sqlc.narg('prefix_end')::text LIMIT 2001)) m)
    ORDER BY n.created_at DESC, n.id DESC
    LIMIT sqlc.arg('limit')
), found AS (
    SELECT id FROM checkouts WHERE id = sqlc.narg('id')::uuid
    UNION SELECT id FROM checkouts WHERE right(id::text, 8) = sqlc.narg('short')::text
    UNION SELECT id FROM checkouts WHERE account_id = sqlc.narg('account')::text
    UNION SELECT id FROM recent
    -- OFFSET 0 keeps Postgres from reading all orders by their date until enough match.
    UNION (SELECT e.id FROM (
        SELECT id, created_at FROM checkouts
        WHERE email <> '' AND lower(email) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(email) COLLATE "C" < sqlc.narg('prefix_end')::text
          AND status = ANY(@statuses::text[]) AND (created_at, id) < (@before_at::timestamptz, @before_id::uuid)
          AND (SELECT count(*) FROM recent) < sqlc.arg('limit')
        OFFSET 0) e ORDER BY e.created_at DESC, e.id DESC LIMIT sqlc.arg('limit'))
    UNION (SELECT t.id FROM (
        SELECT id, created_at FROM checkouts
        WHERE lower(artwork_title) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(artwork_title) COLLATE "C" < sqlc.narg('prefix_end')::text
          AND status = ANY(@statuses::text[]) AND (created_at, id) < (@before_at::timestamptz, @before_id::uuid)
          AND (SELECT count(*) FROM recent) < sqlc.arg('limit')
        OFFSET 0) t ORDER BY t.created_at DESC, t.id DESC LIMIT sqlc.arg('limit'))
    UNION SELECT id FROM checkouts WHERE artwork_slug = sqlc.narg('slug')::text
    UNION SELECT id FROM checkouts
    WHERE artwork_id = sqlc.narg('token_artwork')::bigint AND edition = sqlc.narg('token_edition')::integer AND paid_at IS NOT NULL
    UNION SELECT id FROM checkouts WHERE transaction_hash <> '' AND lower(transaction_hash) = sqlc.narg('transaction')::text
    UNION SELECT id FROM checkouts WHERE mint_hash <> '' AND lower(mint_hash) = sqlc.narg('transaction')::text
    UNION SELECT checkout_id FROM payments WHERE transaction <> '' AND lower(transaction) = sqlc.narg('transaction')::text
    UNION SELECT checkout_id FROM refunds WHERE transaction <> '' AND lower(transaction) = sqlc.narg('transaction')::text
    UNION SELECT checkout_id FROM payments WHERE payer <> '' AND lower(payer) = sqlc.narg('address')::text
    UNION SELECT checkout_id FROM payments WHERE refund_address <> '' AND lower(refund_address) = sqlc.narg('address')::text
    UNION SELECT checkout_id FROM refunds WHERE pay_to <> '' AND lower(pay_to) = sqlc.narg('address')::text
    UNION SELECT checkout_id FROM payments WHERE key = sqlc.narg('payment_key')::text
    UNION SELECT checkout_id FROM card_sessions WHERE provider_id <> '' AND provider_id = sqlc.narg('provider')::text
    UNION SELECT checkout_id FROM refunds WHERE provider_id <> '' AND provider_id = sqlc.narg('provider')::text
    UNION SELECT checkout_id FROM papers WHERE number = sqlc.narg('document')::text
)
SELECT c.id, c.status, c.reason, c.email, c.buyer_name, c.artwork_slug, c.artwork_title, c.edition, c.edition_size, c.price_amount, c.price_currency,
       c.method, c.created_at, c.updated_at, c.artist_id, c.artist_name
FROM found JOIN checkouts c ON c.id = found.id
WHERE c.status = ANY(@statuses::text[]) AND (c.created_at, c.id) < (@before_at::timestamptz, @before_id::uuid)
ORDER BY c.created_at DESC, c.id DESC
LIMIT sqlc.arg('limit');

-- name: Steps :many
SELECT from_status, to_status, reason, actor, at FROM checkout_history WHERE checkout_id = @checkout_id ORDER BY version;

-- name: LedgerOfOrder :many
SELECT entry_group, account, asset, amount, at FROM ledger WHERE checkout_id = @checkout_id::uuid ORDER BY at, entry_group, account, asset;

-- name: RefusedEmails :many
-- RefusedEmails returns the latest email that each address refused for good since a time, newest first. The key's second part is the order, if the
-- email is about one.
WITH latest AS (
    SELECT DISTINCT ON (lower(recipient)) recipient, subject, key, gave_up_at, error FROM mails
    WHERE refused AND gave_up_at > @since::timestamptz ORDER BY lower(recipient), gave_up_at DESC
)
SELECT l.recipient, l.subject, coalesce(c.id::text, '')::text AS order_id, l.gave_up_at::timestamptz AS refused_at, l.error
FROM latest l LEFT JOIN checkouts c
    ON c.id = CASE WHEN split_part(l.key, ':', 2) ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN split_part(l.key, ':', 2)::uuid END
ORDER BY l.gave_up_at DESC LIMIT sqlc.arg('limit');

-- name: RefusedEmailOfOrder :one
-- RefusedEmailOfOrder returns the buyer's address if it refused the latest email about an order for good. Emails with the key case are for staff.
SELECT (CASE WHEN refused THEN recipient ELSE '' END)::text AS refused_email FROM mails
WHERE split_part(key, ':', 2) = @checkout_id AND key NOT LIKE 'case:%' ORDER BY id DESC LIMIT 1;

-- name: EmailsOfOrder :many
SELECT subject, recipient, created_at, sent_at, gave_up_at, refused, error FROM mails WHERE split_part(key, ':', 2) = @checkout_id ORDER BY created_at, id;

-- name: RefundRequestsOfOrder :many
SELECT * FROM refund_requests WHERE checkout_id = @checkout_id::uuid ORDER BY created_at, id;

-- name: RefundsOfOrder :many
-- RefundsOfOrder returns refunds with the decisions of staff; a refund without one was automatic.
SELECT sqlc.embed(r), coalesce(d.decided_by, '')::text AS decided_by, coalesce(d.approved_by, '')::text AS approved_by, coalesce(d.note, '')::text AS note
FROM refunds r LEFT JOIN LATERAL (SELECT * FROM decisions d WHERE d.refund_id = r.id ORDER BY d.id DESC LIMIT 1) d ON true
WHERE r.checkout_id = @checkout_id::uuid
ORDER BY r.created_at, r.id;

-- name: ShownRefundRequests :many
-- ShownRefundRequests returns requests: pending ones and those whose token is back although the money can't go out first, oldest first, then those
-- that wait for a token, then ended ones, newest first. Those that haven't ended have their order.
SELECT sqlc.embed(q), coalesce(c.artwork_title, '')::text AS artwork_title, coalesce(c.artist_name, '')::text AS artist_name,
       coalesce(c.edition, 0)::integer AS edition, coalesce(c.edition_size, 0)::integer AS edition_size,
       coalesce(c.price_amount, 0)::bigint AS price_amount, coalesce(c.price_currency, '')::text AS price_currency
FROM refund_requests q LEFT JOIN checkouts c ON c.id = q.checkout_id AND q.status IN ('pending', 'returning')
ORDER BY CASE WHEN q.status = 'pending' OR q.problem <> '' THEN 0 WHEN q.status = 'returning' THEN 1 ELSE 2 END,
    CASE WHEN q.problem = '' THEN q.decided_at END DESC, q.created_at, q.id
LIMIT sqlc.arg('limit');

-- name: RefundsBeforeRequests :many
-- RefundsBeforeRequests returns the earlier refunds of the orders of requests that haven't ended.
SELECT q.id AS request_id, sqlc.embed(r)
FROM refund_requests q JOIN refunds r ON r.checkout_id = q.checkout_id AND r.created_at < q.created_at
WHERE q.status IN ('pending', 'returning')
ORDER BY r.created_at, r.id;

-- name: CreatedOn :many
-- CreatedOn counts the orders that were created on the day that starts at a time, by status and currency.
SELECT c.status, c.price_currency AS currency, count(*)::integer AS orders, sum(c.price_amount)::bigint AS amount
FROM checkouts c
WHERE c.status = ANY(@statuses::text[]) AND c.created_at >= sqlc.arg('day')::timestamptz AND c.created_at < sqlc.arg('day')::timestamptz + interval '1 day'
GROUP BY c.status, c.price_currency
ORDER BY c.status, c.price_currency;

-- name: OpenOrders :many
-- OpenOrders counts the orders that haven't ended. The index checkouts_open has the same condition.
SELECT c.status, c.price_currency AS currency, count(*)::integer AS orders, sum(c.price_amount)::bigint AS amount
FROM checkouts c
WHERE c.status NOT IN ('completed', 'expired', 'cancelled', 'refunded')
GROUP BY c.status, c.price_currency
ORDER BY c.status, c.price_currency;

-- name: PaidOn :many
SELECT p.method, p.currency, p.chain_id, count(*)::integer AS n, sum(p.amount)::bigint AS amount, sum(p.wei)::numeric AS wei
FROM checkouts c JOIN payments p ON p.checkout_id = c.id AND p.credited
WHERE c.paid_at >= sqlc.arg('day')::timestamptz AND c.paid_at < sqlc.arg('day')::timestamptz + interval '1 day'
GROUP BY p.method, p.currency, p.chain_id
ORDER BY p.method, p.currency, p.chain_id;

-- name: RefundedOn :many
SELECT r.method, r.currency, r.chain_id, count(*)::integer AS n, sum(r.amount)::bigint AS amount, sum(r.wei)::numeric AS wei
FROM refunds r
WHERE r.created_at >= sqlc.arg('day')::timestamptz AND r.created_at < sqlc.arg('day')::timestamptz + interval '1 day' AND r.status <> 'failed'
GROUP BY r.method, r.currency, r.chain_id
ORDER BY r.method, r.currency, r.chain_id;

-- name: WaitingForStaff :one
SELECT (SELECT count(*) FROM reviews WHERE closed_at IS NULL)::integer AS reviews,
       (SELECT count(*) FROM refund_requests WHERE status IN ('pending', 'returning') AND (status = 'pending' OR problem <> ''))::integer AS refund_requests;

-- name: Movements :many
-- Movements returns the groups of the ledger of a period, oldest first, one row for each asset. A refund's document is in the refund's
-- first group, so that it counts once.
WITH g AS (
    SELECT l.entry_group, l.asset, l.checkout_id, min(l.at)::timestamptz AS at,
           CASE WHEN l.entry_group ~ '^refund:[0-9a-f-]{36}(:|$)' THEN split_part(l.entry_group, ':', 2)::uuid END AS refund_id,
           CASE WHEN l.entry_group ~ '^(sale|receipt):[0-9a-f-]{36}$' THEN split_part(l.entry_group, ':', 2)::uuid END AS payment_id,
           coalesce(min(l.account) FILTER (WHERE l.account ~ '^(card|chain):'), '')::text AS account,
           coalesce(sum(l.amount) FILTER (WHERE l.account ~ '^(card|chain):'), 0)::numeric AS amount,
           (-coalesce(sum(l.amount) FILTER (WHERE l.account LIKE 'artist:%'), 0))::numeric AS artist,
           (-coalesce(sum(l.amount) FILTER (WHERE l.account = 'platform:revenue'), 0))::numeric AS fee,
           (-coalesce(sum(l.amount) FILTER (WHERE l.account ~ '^(buyer|unclaimed):'), 0))::numeric AS buyer
    FROM ledger l
    WHERE l.at >= @since AND l.at < @before
    GROUP BY l.entry_group, l.asset, l.checkout_id
    ORDER BY min(l.at), l.entry_group, l.asset
    LIMIT sqlc.arg('limit')
)
SELECT g.entry_group, g.asset, g.at, g.account, g.amount, g.artist, g.fee, g.buyer,
       coalesce(c.id::text, '')::text AS checkout_id, coalesce(c.artwork_title, '')::text AS title, coalesce(c.edition, 0)::integer AS edition,
       coalesce(c.edition_size, 0)::integer AS edition_size, coalesce(c.artist_id, 0)::bigint AS artist_id, coalesce(c.artist_name, '')::text AS artist_name,
       coalesce(c.price_amount, 0)::bigint AS price_amount, coalesce(c.price_currency, '')::text AS price_currency,
       coalesce(p.id::text, '')::text AS payment_id, coalesce(r.id::text, '')::text AS refund_id, coalesce(r.reason, '')::text AS reason,
       CASE WHEN r.id IS NULL THEN coalesce(p.provider_id, '') ELSE r.provider_id END::text AS provider,
       CASE WHEN r.id IS NULL THEN coalesce(p.transaction, '') ELSE r.transaction END::text AS transaction,
       coalesce(d.number, '')::text AS document, coalesce(d.country, '')::text AS country, coalesce(d.rate_bps, 0)::integer AS rate_bps,
       coalesce(d.currency, '')::text AS document_currency, coalesce(d.gross, 0)::bigint AS gross, coalesce(d.net, 0)::bigint AS net, coalesce(d.vat, 0)::bigint AS vat
FROM g
LEFT JOIN checkouts c ON c.id = g.checkout_id
LEFT JOIN refunds r ON r.id = g.refund_id
LEFT JOIN payments p ON p.id = coalesce(r.payment_id, g.payment_id)
LEFT JOIN papers d ON d.checkout_id = g.checkout_id AND CASE d.kind
    WHEN 'invoice' THEN g.entry_group LIKE 'sale:%'
    ELSE d.refund_id = g.refund_id AND NOT EXISTS (
        SELECT FROM ledger e WHERE e.checkout_id = g.checkout_id AND e.entry_group LIKE 'refund:' || g.refund_id || ':%' AND (e.at, e.entry_group) < (g.at, g.entry_group)) END
ORDER BY g.at, g.entry_group, g.asset;
