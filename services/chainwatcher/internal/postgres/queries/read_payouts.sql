-- name: ReadPayouts :many
-- ReadPayouts returns withdrawals from the contracts and our payouts to payees, including those that aren't in a block. payees are lower-case
-- addresses.
WITH gone AS (
    SELECT coalesce(p.id::text, '')::text AS id, e.chain_id, e.payee, -e.amount AS amount,
           CASE WHEN e.block_number <= c.finalized THEN 'confirmed' ELSE 'sent' END AS status, '' AS reason, e.tx_hash, e.block_time AS at
    FROM payee_entries e
    JOIN cursors c ON c.chain_id = e.chain_id
    LEFT JOIN payouts p ON p.chain_id = e.chain_id AND p.tx_hash = e.tx_hash AND lower(p.payee) = lower(e.payee) AND p.status IN ('sent', 'confirmed')
    WHERE lower(e.payee) = ANY (@payees::text[]) AND e.amount < 0
), due AS (
    SELECT id::text AS id, chain_id, payee, 0::numeric AS amount, status, reason, tx_hash, requested_at AS at
    FROM payouts WHERE lower(payee) = ANY (@payees::text[]) AND status IN ('queued', 'failed')
), list AS (SELECT * FROM gone UNION ALL SELECT * FROM due)
SELECT id::text AS id, chain_id, payee, amount::numeric AS amount, status, reason, tx_hash, at, (SELECT count(*) FROM list)::bigint AS total
FROM list ORDER BY at DESC, tx_hash DESC, id DESC LIMIT sqlc.arg('limit') OFFSET sqlc.arg('offset');

-- name: ReadPayeesIncomplete :one
-- ReadPayeesIncomplete counts chains with final blocks whose entries aren't stored yet.
SELECT count(*) FROM cursors WHERE chain_id = ANY (@chain_ids::bigint[]) AND coalesce(payees_through, -1) < finalized;

-- name: ReadPayeeOpenings :many
-- ReadPayeeOpenings returns the balances of wallets before a time, in final blocks. payees are lower-case addresses.
SELECT e.chain_id, sum(e.amount)::numeric AS amount
FROM payee_entries e
JOIN cursors c ON c.chain_id = e.chain_id
WHERE lower(e.payee) = ANY (@payees::text[]) AND e.block_number <= c.finalized AND e.block_time < @before
GROUP BY e.chain_id HAVING sum(e.amount) <> 0 ORDER BY e.chain_id;

-- name: ReadPayeeEntries :many
-- ReadPayeeEntries returns the entries of wallets in a period, in final blocks, oldest first. payees are lower-case addresses.
SELECT e.chain_id, e.block_hash, e.log_index, e.block_number, e.block_time, e.tx_hash, e.payee, e.amount
FROM payee_entries e
JOIN cursors c ON c.chain_id = e.chain_id
WHERE lower(e.payee) = ANY (@payees::text[]) AND e.block_number <= c.finalized AND e.block_time >= @since AND e.block_time < @before
ORDER BY e.block_time, e.chain_id, e.block_number, e.log_index LIMIT sqlc.arg('limit');
