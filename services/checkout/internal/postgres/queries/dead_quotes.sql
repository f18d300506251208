-- A quote matters until its checkout is paid, and an index holds the checkouts that are not: quotes of paid ones never end, and are many.
SELECT q.checkout_id, q.intent_hash FROM checkouts c JOIN quotes q ON q.checkout_id = c.id
WHERE c.status IN ('reserved', 'awaiting_payment', 'payment_failed', 'reverted')
  AND q.ended_at IS NULL AND q.chain_id = $1 AND q.expires_at < $2
  AND NOT EXISTS (SELECT FROM payments p
                  WHERE p.checkout_id = q.checkout_id AND p.intent_hash = q.intent_hash AND p.status IN ('seen', 'final'))
ORDER BY q.expires_at, q.intent_hash
