UPDATE cursors SET payees_through = $4 WHERE chain_id = $1 AND number = $2 AND hash = $3
