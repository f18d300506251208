INSERT INTO content_changes (at, account, email, action, kind, entry_id, before, after) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
