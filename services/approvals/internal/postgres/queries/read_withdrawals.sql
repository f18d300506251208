-- name: ReadWithdrawals :many
-- ReadWithdrawals returns an account's latest withdrawals, newest first.
SELECT w.id, w.token_id, w.request_id, r.to_address, r.to_name, r.chain_id, r.created_at,
    (CASE WHEN w.position = ANY (r.cancelled_works) THEN 'cancelled'
          WHEN r.status = 'pending' AND r.expires_at <= @now::timestamptz THEN 'expired' ELSE r.status END)::text AS status
FROM withdrawals w JOIN requests r ON r.id = w.request_id WHERE r.account_id = @account_id
ORDER BY r.created_at DESC, w.id LIMIT 500;
