UPDATE quotes q SET expired_number = $3
WHERE chain_id = $1 AND deadline < $2 AND expired_number IS NULL AND NOT settled
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.intent_hash = q.intent_hash AND p.state IN ('seen', 'confirmed'))
RETURNING intent_hash, checkout_id::text, chain_id, contract, data, value, rate, rate_source, rate_at, deadline
