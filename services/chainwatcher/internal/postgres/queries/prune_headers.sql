DELETE FROM headers WHERE chain_id = $1 AND number < $2
