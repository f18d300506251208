UPDATE halts SET released_at = clock_timestamp(), released_by = $2, note = $3 WHERE chain_id = $1 AND released_at IS NULL
