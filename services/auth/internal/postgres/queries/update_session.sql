UPDATE sessions
SET generation = $2, rotated_at = $3, idle_until = $4, ended_at = $5, end_reason = $6
WHERE id = $1
