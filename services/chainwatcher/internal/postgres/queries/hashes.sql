SELECT hash FROM attempts WHERE transaction_id = $1 ORDER BY signed_at
