UPDATE sessions SET ended_at = $3, end_reason = $2 WHERE id = $1 AND ended_at IS NULL
RETURNING account_id::text, id::text
