SELECT id::text, artwork_slug FROM checkouts
WHERE account_id = $1 AND status IN ('reserved', 'awaiting_payment', 'payment_failed', 'reverted')
ORDER BY created_at, id
