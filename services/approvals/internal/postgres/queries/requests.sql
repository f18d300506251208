-- name: InsertRequest :execrows
INSERT INTO requests (id, kind, subject_id, account_id, email, wallets, chain_id, summary, lines, digest, status, created_at, expires_at, work, to_address, to_name)
VALUES (@id, @kind, @subject_id, @account_id, @email, @wallets, @chain_id, @summary, @lines, @digest, @status, @created_at, @expires_at, @work, @to_address, @to_name)
ON CONFLICT (kind, subject_id) DO NOTHING;

-- name: InsertLink :exec
INSERT INTO links (request_id, position, secret_hash, asks, email, status) VALUES (@request_id, @position, @secret_hash, @asks, @email, @status);

-- name: ReadRequest :one
-- ReadRequest finds a request by exactly one of: its id; its kind and subject; the hash of a link's secret; one of its withdrawals, for which its
-- own id stands, too.
SELECT r.* FROM requests r
WHERE r.id = coalesce(nullif(@id::text, '')::uuid, (SELECT s.id FROM requests s WHERE s.kind = @kind AND s.subject_id = @subject_id),
                      (SELECT l.request_id FROM links l WHERE l.secret_hash = @secret_hash),
                      (SELECT w.request_id FROM withdrawals w WHERE w.id = nullif(@withdrawal_id::text, '')::uuid),
                      (SELECT w.request_id FROM withdrawals w WHERE w.request_id = nullif(@withdrawal_id::text, '')::uuid LIMIT 1));

-- name: LockRequest :one
-- LockRequest is ReadRequest with a lock on the row.
SELECT r.* FROM requests r
WHERE r.id = coalesce(nullif(@id::text, '')::uuid, (SELECT s.id FROM requests s WHERE s.kind = @kind AND s.subject_id = @subject_id),
                      (SELECT l.request_id FROM links l WHERE l.secret_hash = @secret_hash),
                      (SELECT w.request_id FROM withdrawals w WHERE w.id = nullif(@withdrawal_id::text, '')::uuid),
                      (SELECT w.request_id FROM withdrawals w WHERE w.request_id = nullif(@withdrawal_id::text, '')::uuid LIMIT 1))
FOR UPDATE OF r;

-- name: ReadLinks :many
SELECT * FROM links WHERE request_id = @request_id ORDER BY position;

-- name: UpdateRequest :exec
UPDATE requests SET status = @status, decided_at = @decided_at, outcome = @outcome, outcome_at = @outcome_at,
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

-- name: InsertWithdrawal :exec
INSERT INTO withdrawals (id, request_id, position, token_id) VALUES (@id, @request_id, @position, @token_id);

-- name: ReadWithdrawalIDs :many
SELECT id, position, token_id FROM withdrawals WHERE request_id = @request_id ORDER BY position;

-- name: LockAccount :exec
-- LockAccount makes concurrent requests of an account wait for each other.
SELECT pg_advisory_xact_lock(hashtextextended('approvals.withdrawals:' || @account_id::text, 0));

-- name: PendingTokens :many
SELECT token_id FROM withdrawals WHERE pending AND token_id = ANY(@token_ids::bigint[]);

-- name: InsertEntry :exec
INSERT INTO log (request_id, event, actor, ip, at, hash) VALUES (@request_id, @event, @actor, @ip, @at, '');

-- name: Resent :many
SELECT at FROM log WHERE request_id = @request_id AND event LIKE 'resent%' ORDER BY seq;
