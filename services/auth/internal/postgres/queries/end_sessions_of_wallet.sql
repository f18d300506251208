UPDATE sessions SET ended_at = $4, end_reason = $3
WHERE account_id = $1 AND wallet = $2 AND ended_at IS NULL
RETURNING account_id::text, id::text
