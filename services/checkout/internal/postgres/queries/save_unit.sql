UPDATE edition_units SET status = $3, checkout_id = $4 WHERE artwork_id = $1 AND n = $2
