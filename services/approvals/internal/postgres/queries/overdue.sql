SELECT id::text FROM requests WHERE status = 'pending' AND expires_at <= $1 ORDER BY expires_at LIMIT $2
