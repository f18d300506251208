-- What left the contracts for payees, with the gallery's own payouts, and those of them that are in no block. $1 are lower-case addresses.
WITH gone AS (
    SELECT coalesce(p.id::text, '') AS id, e.chain_id, e.payee, -e.amount AS amount,
           CASE WHEN e.block_number <= c.finalized THEN 'confirmed' ELSE 'sent' END AS status, '' AS reason, e.tx_hash, e.block_time AS at
    FROM payee_entries e
    JOIN cursors c ON c.chain_id = e.chain_id
    LEFT JOIN payouts p ON p.chain_id = e.chain_id AND p.tx_hash = e.tx_hash AND lower(p.payee) = lower(e.payee) AND p.status IN ('sent', 'confirmed')
    WHERE lower(e.payee) = ANY ($1::text[]) AND e.amount < 0
), due AS (
    SELECT id::text, chain_id, payee, 0::numeric, status, reason, tx_hash, requested_at
    FROM payouts WHERE lower(payee) = ANY ($1::text[]) AND status IN ('queued', 'failed')
), list AS (SELECT * FROM gone UNION ALL SELECT * FROM due)
SELECT id, chain_id, payee, amount::numeric(78,0), status, reason, tx_hash, at, (SELECT count(*) FROM list)
FROM list ORDER BY at DESC, tx_hash DESC, id DESC LIMIT $2 OFFSET $3
