-- name: ReadWithdrawals :many
SELECT * FROM withdrawals WHERE account_id = @account_id ORDER BY requested_at DESC, id DESC LIMIT 500;

-- name: ReadWithdrawalsOfRequests :many
-- ReadWithdrawalsOfRequests returns the withdrawals of requests, each with the time of its status. A request of one token of a former release has
-- the id of its withdrawal.
SELECT sqlc.embed(w), (SELECT max(h.at) FROM history h WHERE h.machine = 'withdrawals' AND h.id = w.id::text AND h.to_status = w.status)::timestamptz AS changed_at
FROM withdrawals w WHERE w.batch_id = ANY(@request_ids::uuid[]) OR w.id = ANY(@request_ids::uuid[]) AND w.batch_id IS NULL
ORDER BY w.requested_at DESC, w.batch_id DESC, w.batch_position;

-- name: ReadWithdrawalsByID :many
SELECT * FROM withdrawals WHERE id = ANY (@ids::uuid[]);

-- name: ReadOpenReviews :many
SELECT * FROM withdrawals WHERE status = 'approved' AND review = 'open' ORDER BY approved_at LIMIT 200;

-- name: ReadDecidedReviews :many
SELECT * FROM withdrawals WHERE reviewed_at IS NOT NULL ORDER BY reviewed_at DESC LIMIT 50;
