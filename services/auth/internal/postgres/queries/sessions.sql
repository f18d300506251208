-- name: CreateSession :exec
INSERT INTO sessions (id, account_id, key_thumbprint, generation, rotated_at, wallet, authenticated_at, created_at, used_at, idle_until, until, user_agent, ip, provider_session)
VALUES (@id, @account_id, @key_thumbprint, @generation, @rotated_at, @wallet, @authenticated_at, @created_at, @used_at, @idle_until, @until, @user_agent, @ip, @provider_session);

-- name: ReadSession :one
SELECT * FROM sessions WHERE id = @id;

-- name: LockSession :one
SELECT * FROM sessions WHERE id = @id FOR UPDATE;

-- name: UpdateSession :exec
UPDATE sessions
SET generation = @generation, rotated_at = @rotated_at, used_at = @used_at, idle_until = @idle_until, ended_at = @ended_at, end_reason = @end_reason,
    user_agent = @user_agent, ip = @ip
WHERE id = @id;

-- name: EndSession :one
-- EndSession returns the account, or no row if the session has ended.
UPDATE sessions SET ended_at = @now::timestamptz, end_reason = @reason WHERE id = @id AND ended_at IS NULL
RETURNING account_id;

-- name: EndSessions :many
UPDATE sessions SET ended_at = @now::timestamptz, end_reason = @reason
WHERE account_id = @account_id AND authenticated_at < @authenticated_before AND ended_at IS NULL
RETURNING id;

-- name: EndProviderSessions :many
-- EndProviderSessions ends the sessions of an account that came from a session at the provider, and those from an unknown one.
UPDATE sessions SET ended_at = @now::timestamptz, end_reason = @reason
WHERE account_id = @account_id AND provider_session IN (@provider_session, '') AND wallet = '' AND ended_at IS NULL
RETURNING id;

-- name: AccountOfProviderSession :one
SELECT account_id::uuid FROM (
    SELECT account_id FROM sessions WHERE provider_session = @provider_session::text AND provider_session <> ''
    UNION ALL
    SELECT account_id FROM tickets WHERE provider_session = @provider_session::text AND provider_session <> '' AND account_id IS NOT NULL
) AS found
LIMIT 1;

-- name: LoggedOutSince :one
-- LoggedOutSince reports whether the last session of an account that came from a session at the provider ended with a reason after a time.
SELECT coalesce((SELECT end_reason = @reason AND ended_at > @since::timestamptz FROM sessions
                 WHERE account_id = @account_id AND provider_session = @provider_session AND wallet = ''
                 ORDER BY created_at DESC, id DESC LIMIT 1), false)::boolean;

-- name: EarlierSessions :one
-- EarlierSessions compares a session with the others of its account. Of sessions with the same key, the last one counts.
SELECT
    EXISTS (SELECT FROM sessions a WHERE a.account_id = @account_id AND a.id <> @id) AS some,
    coalesce((SELECT b.end_reason <> ALL (@distrusted::text[]) FROM sessions b
              WHERE b.account_id = @account_id AND b.id <> @id AND b.key_thumbprint = @key AND b.key_thumbprint <> ''
              ORDER BY b.created_at DESC, b.id DESC LIMIT 1), false)::boolean AS same_key;

-- name: EndOtherSessions :many
UPDATE sessions SET ended_at = @now::timestamptz, end_reason = @reason
WHERE account_id = @account_id AND id <> @kept AND ended_at IS NULL
RETURNING id;

-- name: EndSessionsOfWallet :many
UPDATE sessions SET ended_at = @now::timestamptz, end_reason = @reason
WHERE account_id = @account_id AND wallet = @wallet AND ended_at IS NULL
RETURNING id;

-- name: ExpireSessions :many
-- ExpireSessions ends a limited number of sessions that have expired. idle_until is never later than until. Postgres may evaluate a
-- subquery of IN once for each row, and then more sessions than the limit end; it evaluates an array once.
UPDATE sessions SET ended_at = @now::timestamptz, end_reason = @reason
WHERE id = ANY (ARRAY(SELECT s.id FROM sessions s WHERE s.ended_at IS NULL AND s.idle_until <= @now::timestamptz
             ORDER BY s.idle_until LIMIT @max_rows FOR UPDATE SKIP LOCKED))
RETURNING account_id, id;

-- name: DeleteSessions :exec
DELETE FROM sessions WHERE until < @before;

-- name: CreateToken :exec
INSERT INTO refresh_tokens (hash, session_id, generation) VALUES (@hash, @session_id, @generation);

-- name: ReadToken :one
SELECT session_id, generation FROM refresh_tokens WHERE hash = @hash;
