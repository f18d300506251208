-- name: InsertRequest :execrows
INSERT INTO requests (id, kind, subject_id, account_id, email, wallets, chain_id, summary, lines, digest, status, created_at, expires_at, work, to_address, to_name)
VALUES (@id, @kind, @subject_id, @account_id, @email, @wallets, @chain_id, @summary, @lines, @digest, @status, @created_at, @expires_at, @work, @to_address, @to_name)
ON CONFLICT (kind, subject_id) DO NOTHING;

-- name: InsertLink :exec
INSERT INTO links (request_id, position, secret_hash, asks, email, status) VALUES (@request_id, @position, @secret_hash, @asks, @email, @status);

-- name: ReadRequest :one
-- ReadRequest finds a request by exactly one of: its id; its kind and subject; the hash of a link's secret.
SELECT r.* FROM requests r
WHERE r.id = nullif(@id::text, '')::uuid OR (r.kind = @kind AND r.subject_id = @subject_id) OR r.id = (SELECT request_id FROM links WHERE secret_hash = @secret_hash);

-- name: LockRequest :one
-- LockRequest is ReadRequest with a lock on the row.
SELECT r.* FROM requests r
WHERE r.id = nullif(@id::text, '')::uuid OR (r.kind = @kind AND r.subject_id = @subject_id) OR r.id = (SELECT request_id FROM links WHERE secret_hash = @secret_hash)
FOR UPDATE OF r;

-- name: ReadLinks :many
SELECT * FROM links WHERE request_id = @request_id ORDER BY position;

-- name: UpdateRequest :exec
UPDATE requests SET status = @status, decided_at = @decided_at, outcome = @outcome, outcome_at = @outcome_at, transaction_hash = @transaction_hash,
    cancelled_works = @cancelled_works
WHERE id = @id;

-- name: UpdateLink :exec
UPDATE links SET secret_hash = @secret_hash, status = @status, decided_by = @decided_by, decided_at = @decided_at, viewed_at = @viewed_at
WHERE request_id = @request_id AND position = @position;

-- name: Overdue :many
SELECT id FROM requests WHERE status = 'pending' AND expires_at <= @now ORDER BY expires_at LIMIT sqlc.arg('limit');

-- name: Pending :many
SELECT id FROM requests WHERE account_id = @account_id AND status = 'pending' ORDER BY created_at DESC LIMIT 100;

-- name: ForApprovers :many
-- ForApprovers returns requests whose first pending link belongs to an approver.
SELECT r.id FROM requests r
WHERE r.status = 'pending'
  AND (SELECT l.asks FROM links l WHERE l.request_id = r.id AND l.status = 'pending' ORDER BY l.position LIMIT 1) = 'approver'
ORDER BY r.expires_at LIMIT 200;

-- name: History :many
SELECT r.id FROM requests r
WHERE r.account_id = @account_id OR r.id IN (SELECT request_id FROM links WHERE decided_by = @account_id AND decided_by <> '')
ORDER BY r.created_at DESC, r.id DESC OFFSET sqlc.arg('offset') LIMIT sqlc.arg('limit');

-- name: ListRequests :many
-- ListRequests filters all requests. A request that nobody decided in time counts as expired before the sweep ends it.
SELECT r.id FROM requests r
WHERE (@kind::text = '' OR r.kind = @kind::text)
  AND (@status::text = '' OR @status::text = CASE WHEN r.status = 'pending' AND r.expires_at <= @now::timestamptz THEN 'expired' ELSE r.status END)
  AND (@search::text = '' OR @search::text IN (r.id::text, r.subject_id, r.account_id, lower(r.email))
       OR r.id IN (SELECT request_id FROM links WHERE decided_by = @search::text AND decided_by <> ''))
ORDER BY r.created_at DESC, r.id DESC OFFSET sqlc.arg('offset') LIMIT sqlc.arg('limit');

-- name: CountRequests :one
SELECT count(*) FROM requests r
WHERE (@kind::text = '' OR r.kind = @kind::text)
  AND (@status::text = '' OR @status::text = CASE WHEN r.status = 'pending' AND r.expires_at <= @now::timestamptz THEN 'expired' ELSE r.status END)
  AND (@search::text = '' OR @search::text IN (r.id::text, r.subject_id, r.account_id, lower(r.email))
       OR r.id IN (SELECT request_id FROM links WHERE decided_by = @search::text AND decided_by <> ''));

-- name: CountHistory :one
SELECT count(*) FROM requests r
WHERE r.account_id = @account_id OR r.id IN (SELECT request_id FROM links WHERE decided_by = @account_id AND decided_by <> '');
