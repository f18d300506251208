UPDATE checkouts SET status = $4, reason = $5, version = version + 1
WHERE id = $1 AND version = $2 AND status = $3
