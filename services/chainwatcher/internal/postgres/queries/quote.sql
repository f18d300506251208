SELECT intent_hash, checkout_id::text, chain_id, contract, data, value, rate, rate_source, rate_at, deadline,
    EXISTS (SELECT FROM payments p WHERE p.intent_hash = q.intent_hash AND p.state IN ('seen', 'confirmed'))
FROM quotes q WHERE intent_hash = $1
