SELECT c.number, coalesce(c.payees_through = c.number, false), coalesce(e.amount, 0)::numeric(78,0), coalesce(e.confirming, 0)::numeric(78,0)
FROM cursors c
LEFT JOIN LATERAL (
    SELECT sum(amount) AS amount, sum(amount) FILTER (WHERE amount > 0 AND block_number > c.finalized) AS confirming
    FROM payee_entries WHERE chain_id = c.chain_id AND lower(payee) = lower($2)) e ON true
WHERE c.chain_id = $1
