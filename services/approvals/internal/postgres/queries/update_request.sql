UPDATE requests SET status = $2, decided_at = $3 WHERE id = $1
