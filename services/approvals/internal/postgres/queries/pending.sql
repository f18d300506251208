SELECT id::text FROM requests WHERE account_id = $1 AND status = 'pending' ORDER BY created_at DESC LIMIT 100
