UPDATE quotes SET expired_number = NULL WHERE chain_id = $1 AND expired_number > $2
