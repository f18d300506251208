-- name: ReadSessions :many
-- ReadSessions returns the active sessions of an account, the last used first.
SELECT id, user_agent, ip, created_at, used_at FROM sessions
WHERE account_id = @account_id AND ended_at IS NULL AND idle_until > @now AND until > @now
ORDER BY used_at DESC, id DESC;

-- name: ReadPasskeys :many
-- ReadPasskeys returns the passkeys of an account, oldest first, each with the number of recovery codes that are left.
SELECT id, name, added_at, used_at, (SELECT count(*) FROM recovery_codes c WHERE c.account_id = p.account_id)::integer AS recovery_codes
FROM passkeys p WHERE p.account_id = @account_id ORDER BY p.added_at, p.id;
