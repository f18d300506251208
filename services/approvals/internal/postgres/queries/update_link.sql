UPDATE links SET secret_hash = $3, status = $4, decided_by = $5, decided_at = $6, viewed_at = $7 WHERE request_id = $1 AND position = $2
