-- name: LockStaffRefunds :exec
-- LockStaffRefunds makes refunds by staff wait for each other until the end of the transaction.
SELECT pg_advisory_xact_lock(hashtextextended('checkout.staff_refunds', 0));

-- name: StaffRefunds :one
SELECT coalesce(sum(CASE r.method WHEN 'card' THEN r.amount::numeric ELSE r.wei END), 0)::numeric AS total,
       coalesce(sum(CASE r.method WHEN 'card' THEN r.amount::numeric ELSE r.wei END)
                FILTER (WHERE d.decided_by = @account AND d.approved_by = ''), 0)::numeric AS by_account
FROM refunds r JOIN decisions d ON d.refund_id = r.id
WHERE r.created_at > coalesce(sqlc.narg('now')::timestamptz, clock_timestamp()) - interval '24 hours'
  AND r.method = @method AND r.currency = @currency AND r.chain_id = @chain_id AND r.status <> 'failed';

-- name: ReadRefundRequest :one
-- ReadRefundRequest needs no lock of the row: a change has LockStaffRefunds.
SELECT * FROM refund_requests WHERE id = @id;

-- name: AddRefundRequest :execrows
INSERT INTO refund_requests (
    id, status, checkout_id, review_id, method, amount, currency, chain_id, wei, pay_to, note, requested_by, created_at, expires_at,
    place, return_to)
VALUES (@id, @status, @checkout_id, @review_id, @method, @amount, @currency, @chain_id, @wei, @pay_to, @note, @requested_by, @created_at, @expires_at,
    @place, @return_to)
ON CONFLICT (coalesce(review_id, checkout_id)) WHERE status IN ('pending', 'returning') DO NOTHING;

-- name: DecideRefundRequest :exec
UPDATE refund_requests SET status = @status, decided_by = @decided_by, decided_at = @decided_at, refund_id = @refund_id, expires_at = @expires_at,
    returned_at = @returned_at, problem = @problem WHERE id = @id;
