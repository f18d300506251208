SELECT t.checkout_id, coalesce(z.refunded, false), t.in_custody, EXISTS (
    SELECT 1 FROM withdrawals w
    JOIN transactions x ON x.kind = 'withdrawal' AND x.subject = w.id::text
    JOIN attempts a ON a.transaction_id = x.id
    WHERE w.token_id = t.token_id AND w.status IN ('signing', 'broadcast', 'mined'))
FROM tokens t LEFT JOIN freezes z ON z.checkout_id = t.checkout_id WHERE t.token_id = $1
