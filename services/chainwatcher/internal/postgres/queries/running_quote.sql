SELECT intent_hash, checkout_id::text, chain_id, contract, data, value, rate, rate_source, rate_at, deadline
FROM quotes WHERE checkout_id = $1 AND deadline > $2 AND contract = $3 AND expired_number IS NULL ORDER BY deadline DESC LIMIT 1
