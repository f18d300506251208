-- Sold editions with what the ledger says of the artist's share. $1 is the artist, or 0 for the orders of $2.
SELECT c.id, c.artist_id, coalesce(c.paid_at, p.at), c.artwork_id, c.artwork_slug, c.artwork_title, c.edition, c.edition_size, c.price_amount,
       c.price_currency, c.share_bps, c.status, c.paid_at IS NOT NULL, p.method,
       CASE p.method WHEN 'card' THEN p.amount::numeric ELSE p.wei END::text, p.chain_id, p.artist, p.artist_wei::text, p.transaction,
       coalesce(q.payout_hold, ''), coalesce(l.booked, 0)::text, coalesce(l.net, 0)::text
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
  AND CASE WHEN $1::bigint > 0 THEN c.artist_id = $1 ELSE c.id = ANY($2::uuid[]) END
ORDER BY coalesce(c.paid_at, p.at) DESC, c.id DESC
LIMIT $3 OFFSET $4
