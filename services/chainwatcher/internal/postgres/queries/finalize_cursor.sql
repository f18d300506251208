UPDATE cursors SET finalized = $2 WHERE chain_id = $1 AND finalized < $2
