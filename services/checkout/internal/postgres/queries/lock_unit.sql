SELECT FROM edition_units WHERE artwork_id = $1 AND n = $2 FOR UPDATE
