SELECT count(*)
FROM checkouts c
WHERE c.artist_id = $1 AND (c.paid_at IS NOT NULL OR c.status IN ('payment_seen', 'confirming'))
  AND EXISTS (SELECT FROM payments p WHERE p.checkout_id = c.id AND NOT p.unexpected
              AND (p.credited OR c.paid_at IS NULL AND p.method = 'ether' AND p.status = 'seen'))
