DELETE FROM incoming WHERE chain_id = $1 AND block_number > $2 AND NOT final
