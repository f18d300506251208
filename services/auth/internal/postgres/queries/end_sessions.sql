UPDATE sessions SET ended_at = $4, end_reason = $2
WHERE account_id = $1 AND authenticated_at < $3 AND ended_at IS NULL
RETURNING account_id::text, id::text
