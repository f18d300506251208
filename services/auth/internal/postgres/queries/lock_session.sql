SELECT id::text, account_id::text, key_thumbprint, generation, rotated_at, wallet, authenticated_at, created_at, idle_until, until, ended_at, end_reason, user_agent, ip
FROM sessions
WHERE id = $1
FOR UPDATE
