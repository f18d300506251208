UPDATE cursors SET tagged = true WHERE chain_id = $1 AND NOT tagged
