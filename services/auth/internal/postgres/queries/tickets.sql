-- name: PutTicket :one
-- PutTicket replaces an expired ticket. It returns no row if a valid one exists.
INSERT INTO tickets (kind, key, data, until, account_id, authenticated_at, provider_session)
VALUES (@kind, @key, @data, @until, nullif(@account_id::text, '')::uuid, @authenticated_at, @provider_session)
ON CONFLICT (kind, key) DO UPDATE
SET data = excluded.data, until = excluded.until, account_id = excluded.account_id, authenticated_at = excluded.authenticated_at,
    provider_session = excluded.provider_session
WHERE tickets.until <= @now
RETURNING until;

-- name: TicketUntil :one
SELECT until FROM tickets WHERE kind = @kind AND key = @key;

-- name: TakeTicket :one
DELETE FROM tickets WHERE kind = @kind AND key = @key AND until > @now RETURNING data;

-- name: EndTickets :exec
-- EndTickets deletes the login codes of an account, and the ID tokens of its sessions. Alerts about logins stay.
DELETE FROM tickets WHERE account_id = @account_id::uuid AND kind <> @alert::text AND (authenticated_at < @authenticated_before::timestamptz OR authenticated_at IS NULL);

-- name: EndProviderTickets :exec
-- EndProviderTickets deletes what EndTickets does, of one session at the provider and of unknown ones.
DELETE FROM tickets WHERE account_id = @account_id::uuid AND kind <> @alert::text AND provider_session IN (@provider_session, '');

-- name: EndOtherTickets :exec
-- EndOtherTickets deletes the login codes of an account and the ID tokens of its sessions, except those of one session.
DELETE FROM tickets WHERE account_id = @account_id::uuid AND key <> @kept::text AND kind <> @alert::text;

-- name: DeleteTickets :exec
DELETE FROM tickets WHERE until <= @now;
