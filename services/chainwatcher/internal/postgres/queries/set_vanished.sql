UPDATE halts SET vanished = $2 WHERE chain_id = $1 AND released_at IS NULL
