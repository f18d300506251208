UPDATE cursors SET number = $3, hash = $4, time = $5 WHERE chain_id = $1 AND hash = $2
