SELECT block_number FROM (
    SELECT block_number FROM payments WHERE chain_id = $1 AND block_number >= $2 AND (known AND state = 'seen' OR state = 'confirmed')
    UNION ALL SELECT block_number FROM incoming WHERE chain_id = $1 AND block_number >= $2 AND final
) all_money ORDER BY block_number OFFSET $3 LIMIT 1
