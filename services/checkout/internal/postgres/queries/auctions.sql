-- name: LockAuction :exec
-- LockAuction waits for transactions that add holds and payments to the auction.
SELECT FROM auctions WHERE id = @id FOR UPDATE;

-- name: GetAuction :one
-- GetAuction returns an auction with the data for its next step. undecided counts the orders that may still become or stop being a sale,
-- lowest_paid is the lowest price of the sales, or 0; unsettled counts the sales whose difference isn't decided, and orders that may still
-- become sales.
SELECT sqlc.embed(a), p.ends_at AS phase_ends_at,
       (NOT EXISTS (SELECT FROM edition_units u WHERE u.artwork_id = a.artwork_id AND u.status IN ('free', 'held')))::boolean AS sold_out,
       (SELECT count(*) FROM checkouts c WHERE c.auction_id = a.id AND (
            c.status IN ('reserved', 'awaiting_payment', 'payment_failed', 'payment_seen', 'confirming', 'reverted', 'paid', 'in_review', 'refund_pending')
            OR c.status = 'refund_failed' AND EXISTS (SELECT FROM reviews v WHERE v.checkout_id = c.id AND v.closed_at IS NULL)))::integer AS undecided,
       (SELECT coalesce(min(c.price_amount), 0) FROM checkouts c
        WHERE c.auction_id = a.id AND c.status IN ('delivering', 'completed', 'disputed'))::bigint AS lowest_paid,
       (SELECT count(*) FROM checkouts c WHERE c.auction_id = a.id AND c.settled_at IS NULL AND (
            c.status IN ('delivering', 'completed', 'disputed', 'refund_pending')
            OR c.status = 'refund_failed' AND EXISTS (SELECT FROM reviews v WHERE v.checkout_id = c.id AND v.closed_at IS NULL)))::integer AS unsettled,
       coalesce(sqlc.narg('now')::timestamptz, clock_timestamp())::timestamptz AS now
FROM auctions a JOIN phases p ON p.id = a.phase_id WHERE a.id = @id;

-- name: SaveAuction :exec
UPDATE auctions SET status = @status, ended_at = @ended_at, price = @price, settled_at = @settled_at WHERE id = @id;

-- name: UnsettledOrders :many
-- UnsettledOrders returns the sales of an auction whose difference can be decided now: a disputed one waits for the bank, and one with an
-- open refund waits for the refund. ClaimAuctions has the same conditions.
SELECT c.id FROM checkouts c WHERE c.auction_id = @auction_id AND c.settled_at IS NULL AND c.status IN ('delivering', 'completed')
    AND NOT EXISTS (SELECT FROM payments p JOIN refunds f ON f.payment_id = p.id WHERE p.checkout_id = c.id AND p.credited AND f.status IN ('pending', 'sent'))
    AND NOT EXISTS (SELECT FROM payments p JOIN reviews v ON v.payment_id = p.id
                    WHERE p.checkout_id = c.id AND p.credited AND v.reason = 'refund_failed' AND v.closed_at IS NULL)
ORDER BY c.id LIMIT sqlc.arg('limit');
