SELECT secret_hash, asks, email, status, decided_by, decided_at, viewed_at FROM links WHERE request_id = $1 ORDER BY position
