SELECT chain_id, reason, detail, halted_at, vanished FROM halts WHERE chain_id = $1 AND released_at IS NULL
