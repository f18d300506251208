-- name: CreateDataRequest :execrows
-- CreateDataRequest adds nothing if a request of the kind is in progress.
INSERT INTO data_requests (id, account_id, kind, state, requested_at, due_at, secret_hash)
VALUES (@id, @account_id, @kind, @state, @requested_at, @due_at, sqlc.narg(secret_hash))
ON CONFLICT (account_id, kind) WHERE state IN ('unconfirmed', 'waiting', 'running', 'clearing') DO NOTHING;

-- name: LiveDataRequest :one
SELECT id, account_id, kind, state, requested_at, due_at, reasons FROM data_requests
WHERE account_id = @account_id AND kind = @kind AND state IN ('unconfirmed', 'waiting', 'running', 'clearing');

-- name: DataRequests :many
SELECT id, account_id, kind, state, requested_at, due_at, reasons FROM data_requests
WHERE account_id = @account_id AND requested_at > @since ORDER BY requested_at DESC;

-- name: DueDataRequests :many
SELECT id, account_id, kind, state, requested_at, due_at, reasons FROM data_requests
WHERE due_at <= @now AND (state IN ('unconfirmed', 'waiting', 'running', 'clearing') OR archive IS NOT NULL) ORDER BY due_at LIMIT 100;

-- name: ConfirmDataRequest :one
UPDATE data_requests SET state = 'waiting', due_at = @due_at, secret_hash = NULL
WHERE secret_hash = @secret_hash AND state = 'unconfirmed' AND due_at > @now
RETURNING id, account_id, kind, state, requested_at, due_at, reasons;

-- name: MoveDataRequest :execrows
-- MoveDataRequest changes a request that is still in the given state.
UPDATE data_requests SET state = @to_state, due_at = @due_at, reasons = @reasons, archive = sqlc.narg(archive)
WHERE id = @id AND state = @from_state;

-- name: DataRequestArchive :one
SELECT archive FROM data_requests WHERE id = @id AND account_id = @account_id AND state = 'done' AND due_at > @now AND archive IS NOT NULL;
