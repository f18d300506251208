SELECT a.transaction_id::text, a.hash, a.raw, a.gas, a.fee_cap::text, a.tip_cap::text, a.signed_at
FROM attempts a JOIN transactions x ON x.id = a.transaction_id AND x.nonce = a.nonce
WHERE a.transaction_id = ANY ($1::uuid[]) ORDER BY a.signed_at
