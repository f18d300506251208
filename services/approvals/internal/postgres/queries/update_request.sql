UPDATE requests SET status = $2, decided_at = $3, outcome = $4, outcome_at = $5, transaction_hash = $6 WHERE id = $1
