UPDATE transactions SET status = $2, mined_number = $3, reason = $4, sent_at = CASE WHEN $2 = 'broadcast' THEN now() ELSE sent_at END WHERE id = $1
