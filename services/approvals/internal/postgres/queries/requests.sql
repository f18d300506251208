-- name: InsertRequest :execrows
INSERT INTO requests (id, kind, subject_id, account_id, email, wallets, chain_id, summary, lines, digest, status, created_at, expires_at, work, to_address, to_name)
VALUES (@id, @kind, @subject_id, @account_id, @email, @wallets, @chain_id, @summary, @lines, @digest, @status, @created_at, @expires_at, @work, @to_address, @to_name)
ON CONFLICT (kind, subject_id) DO NOTHING;

-- name: InsertLink :exec
INSERT INTO links (request_id, position, secret_hash, asks, email, status) VALUES (@request_id, @position, @secret_hash, @asks, @email, @status);

-- name: ReadRequest :one
-- ReadRequest finds a request by exactly one of: its id; its kind and subject; the hash of a link's secret.
SELECT r.* FROM requests r
WHERE r.id = coalesce(nullif(@id::text, '')::uuid, (SELECT s.id FROM requests s WHERE s.kind = @kind AND s.subject_id = @subject_id),
                      (SELECT l.request_id FROM links l WHERE l.secret_hash = @secret_hash));

-- name: LockRequest :one
-- LockRequest is ReadRequest with a lock on the row.
SELECT r.* FROM requests r
WHERE r.id = coalesce(nullif(@id::text, '')::uuid, (SELECT s.id FROM requests s WHERE s.kind = @kind AND s.subject_id = @subject_id),
                      (SELECT l.request_id FROM links l WHERE l.secret_hash = @secret_hash))
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
-- History reads only requests that the account made or decided.
WITH own AS (
    SELECT o.id FROM requests o WHERE o.account_id = @account_id
    UNION SELECT l.request_id FROM links l WHERE l.decided_by = @account_id AND l.decided_by <> ''
)
SELECT r.id FROM own JOIN requests r ON r.id = own.id
ORDER BY r.created_at DESC, r.id DESC OFFSET sqlc.arg('offset') LIMIT sqlc.arg('limit');

-- name: CountHistory :one
SELECT count(*) FROM (
    SELECT o.id FROM requests o WHERE o.account_id = @account_id
    UNION SELECT l.request_id FROM links l WHERE l.decided_by = @account_id AND l.decided_by <> ''
) own;

-- name: ListRequests :many
-- ListRequests filters all requests. A request that nobody decided in time counts as expired before the sweep ends it.
SELECT r.id FROM requests r
WHERE (@kind::text = '' OR r.kind = @kind::text)
  AND (@status::text = '' OR r.status = @status::text AND (r.status <> 'pending' OR r.expires_at > @now::timestamptz)
       OR @status::text = 'expired' AND r.status = 'pending' AND r.expires_at <= @now::timestamptz)
ORDER BY r.created_at DESC, r.id DESC OFFSET sqlc.arg('offset') LIMIT sqlc.arg('limit');

-- name: CountRequests :one
SELECT count(*) FROM requests r
WHERE (@kind::text = '' OR r.kind = @kind::text)
  AND (@status::text = '' OR r.status = @status::text AND (r.status <> 'pending' OR r.expires_at > @now::timestamptz)
       OR @status::text = 'expired' AND r.status = 'pending' AND r.expires_at <= @now::timestamptz);

-- name: FindRequests :many
-- FindRequests is ListRequests with a search, which has an index for each kind of name, and counts what it finds in total. If the page is
-- beyond the last one, it returns one row without an id.
WITH found AS (
    SELECT o.id FROM requests o
    WHERE o.id = CASE WHEN @search::text ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN (@search::text)::uuid END
    UNION SELECT o.id FROM requests o WHERE o.kind IN ('token_withdrawal', 'payout_wallet_update') AND o.subject_id = @search::text
    UNION SELECT o.id FROM requests o WHERE o.account_id = @search::text
    UNION SELECT o.id FROM requests o WHERE o.email <> '' AND lower(o.email) = @search::text
    UNION SELECT l.request_id FROM links l WHERE l.decided_by = @search::text AND l.decided_by <> ''
), filtered AS (
    SELECT r.id, r.created_at FROM found JOIN requests r ON r.id = found.id
    WHERE (@kind::text = '' OR r.kind = @kind::text)
      AND (@status::text = '' OR r.status = @status::text AND (r.status <> 'pending' OR r.expires_at > @now::timestamptz)
           OR @status::text = 'expired' AND r.status = 'pending' AND r.expires_at <= @now::timestamptz)
)
SELECT coalesce(p.id::text, '')::text AS id, t.total
FROM (SELECT count(*) AS total FROM filtered) t
LEFT JOIN (SELECT f.id, f.created_at FROM filtered f ORDER BY f.created_at DESC, f.id DESC OFFSET sqlc.arg('offset') LIMIT sqlc.arg('limit')) p ON true
ORDER BY p.created_at DESC, p.id DESC;
