SELECT id FROM checkouts
WHERE account_id = $1 AND artwork_id = $2
  AND status IN ('reserved', 'awaiting_payment', 'payment_failed', 'payment_seen', 'confirming', 'reverted')
ORDER BY created_at DESC LIMIT 1
