-- name: ReadHeads :many
-- ReadHeads returns how far chains were followed, and what is wrong with them: their halt, and the orders with a token whose confirmed payment the
-- contract denies. A chain that has just started has no stored header of a final block.
SELECT c.chain_id, c.number, c.finalized, c.tagged, h.time AS finalized_at, coalesce(x.reason, '')::text AS halted, coalesce(x.vanished, 0)::integer AS vanished,
    (SELECT count(*) FROM payments p
     JOIN tokens t ON t.checkout_id = p.checkout_id AND t.chain_id = p.chain_id
     LEFT JOIN freezes z ON z.checkout_id = p.checkout_id
     WHERE p.chain_id = c.chain_id AND p.state = 'confirmed' AND p.known AND p.contract_says = 'unpaid' AND NOT coalesce(z.refunded, false))::integer AS contract_unpaid
FROM cursors c
LEFT JOIN headers h ON h.chain_id = c.chain_id AND h.number = c.finalized
LEFT JOIN halts x ON x.chain_id = c.chain_id AND x.released_at IS NULL
WHERE c.chain_id = ANY (@chain_ids::bigint[]);

-- name: ReadPageEnd :one
-- ReadPageEnd returns the block of the payment or transfer at an offset from a block, where a page of them can end.
SELECT block_number FROM (
    SELECT p.block_number FROM payments p WHERE p.chain_id = @chain_id AND p.block_number >= @first AND (p.known AND p.state = 'seen' OR p.state = 'confirmed')
    UNION ALL SELECT i.block_number FROM incoming i WHERE i.chain_id = @chain_id AND i.block_number >= @first AND i.final
) all_money ORDER BY block_number OFFSET sqlc.arg('offset') LIMIT 1;

-- name: ReadPayments :many
SELECT *
FROM payments WHERE chain_id = @chain_id AND block_number >= @first AND block_number < @end_number AND (known AND state = 'seen' OR state = 'confirmed')
ORDER BY block_number, log_index;

-- name: ReadIncoming :many
SELECT *
FROM incoming WHERE chain_id = @chain_id AND block_number >= @first AND block_number < @end_number AND final ORDER BY block_number, log_index, tx_hash;
