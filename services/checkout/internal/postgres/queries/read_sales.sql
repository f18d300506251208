-- name: CountSales :one
SELECT count(*)
FROM checkouts c
WHERE c.artist_id = @artist_id AND (c.paid_at IS NOT NULL OR c.status IN ('payment_seen', 'confirming'))
  AND EXISTS (SELECT FROM payments p WHERE p.checkout_id = c.id AND NOT p.unexpected
              AND (p.credited OR c.paid_at IS NULL AND p.method = 'ether' AND p.status = 'seen'));

-- name: Sales :many
-- Sales returns sold editions with the artist's share in the ledger: of an artist, or the orders ids if artist_id is 0.
SELECT c.id, c.artist_id, coalesce(c.paid_at, p.at)::timestamptz AS sold_at, c.artwork_id, c.artwork_slug, c.artwork_title, c.edition, c.edition_size,
       c.price_amount, c.price_currency, c.share_bps, c.status, (c.paid_at IS NOT NULL)::boolean AS final,
       (c.auction_id IS NOT NULL AND c.settled_at IS NULL)::boolean AS unsettled, p.method,
       (CASE p.method WHEN 'card' THEN p.amount::numeric ELSE p.wei END)::numeric AS paid, p.chain_id, p.artist AS payout, p.artist_wei, p.transaction,
       coalesce(q.payout_hold, '')::text AS payout_hold, coalesce(l.booked, 0)::numeric AS booked, coalesce(l.net, 0)::numeric AS net
FROM checkouts c
CROSS JOIN LATERAL (
    SELECT * FROM payments p
    WHERE p.checkout_id = c.id AND NOT p.unexpected
      AND (p.credited OR c.paid_at IS NULL AND p.method = 'ether' AND p.status = 'seen')
    ORDER BY p.credited DESC, p.at DESC, p.id LIMIT 1) p
LEFT JOIN quotes q ON q.intent_hash = p.intent_hash AND p.intent_hash <> ''
LEFT JOIN LATERAL (
    SELECT -sum(l.amount) FILTER (WHERE l.entry_group LIKE 'sale:%') AS booked, -sum(l.amount) AS net
    FROM ledger l
    WHERE l.checkout_id = c.id
      AND l.account IN ('artist:' || c.artist_id || ':payable', 'artist:' || c.artist_id || ':onchain')) l ON true
WHERE (c.paid_at IS NOT NULL OR c.status IN ('payment_seen', 'confirming'))
  AND CASE WHEN @artist_id::bigint > 0 THEN c.artist_id = @artist_id::bigint ELSE c.id = ANY(@ids::uuid[]) END
ORDER BY coalesce(c.paid_at, p.at) DESC, c.id DESC
LIMIT sqlc.arg('limit') OFFSET sqlc.arg('offset');

-- name: SaleSums :many
SELECT asset, (-sum(amount))::numeric AS earned,
       (-coalesce(sum(amount) FILTER (WHERE account = 'artist:' || @artist_id::bigint || ':onchain'), 0))::numeric AS credited,
       (-coalesce(sum(amount) FILTER (WHERE account = 'artist:' || @artist_id::bigint || ':payable'), 0))::numeric AS held
FROM ledger
WHERE account IN ('artist:' || @artist_id::bigint || ':payable', 'artist:' || @artist_id::bigint || ':onchain')
GROUP BY asset
ORDER BY asset;

-- name: HeldBefore :many
-- HeldBefore returns what the gallery held for an artist before a time, by asset.
SELECT asset, (-sum(amount))::numeric AS held
FROM ledger
WHERE account = 'artist:' || @artist_id::bigint || ':payable' AND at < @before
GROUP BY asset HAVING sum(amount) <> 0 ORDER BY asset;

-- name: Bookings :many
-- Bookings returns the groups of the ledger that changed an artist's money in a period, oldest first.
SELECT l.entry_group, l.asset, min(l.at)::timestamptz AS at,
       (-coalesce(sum(l.amount) FILTER (WHERE l.account = 'artist:' || @artist_id::bigint || ':payable'), 0))::numeric AS held,
       (-coalesce(sum(l.amount) FILTER (WHERE l.account = 'artist:' || @artist_id::bigint || ':onchain'), 0))::numeric AS credited,
       (-coalesce(sum(l.amount) FILTER (WHERE l.account = 'platform:revenue'), 0))::numeric AS fee,
       c.id, c.artwork_title, c.edition, c.edition_size, c.price_amount, c.price_currency,
       p.method, p.chain_id, p.block_hash, p.log_index, p.transaction
FROM checkouts c
JOIN ledger l ON l.checkout_id = c.id
JOIN payments p ON p.checkout_id = c.id AND p.credited
WHERE c.artist_id = @artist_id::bigint AND c.paid_at IS NOT NULL AND l.at >= @since AND l.at < @before
  AND l.account IN ('artist:' || @artist_id::bigint || ':payable', 'artist:' || @artist_id::bigint || ':onchain', 'platform:revenue')
GROUP BY l.entry_group, l.asset, c.id, p.id
ORDER BY min(l.at), l.entry_group
LIMIT sqlc.arg('limit');
