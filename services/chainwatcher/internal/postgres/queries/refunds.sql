-- name: PutRefund :exec
INSERT INTO refunds (id, chain_id, checkout_id, to_address, amount, decided_at, taken_at, status, reason) VALUES (@id, @chain_id, @checkout_id, @to_address, @amount, @decided_at, @taken_at, @status, @reason)
ON CONFLICT (id) DO NOTHING;

-- name: ReadRefund :one
SELECT * FROM refunds WHERE id = @id;

-- name: LockRefunds :exec
SELECT pg_advisory_xact_lock(hashtextextended('refunds:' || (@chain_id::bigint)::text, 0));

-- name: RefundedSince :one
SELECT coalesce(sum(amount), 0)::numeric AS amount FROM refunds WHERE chain_id = @chain_id AND taken_at > @since AND status <> 'failed';

-- name: SendRefund :one
UPDATE refunds SET status = 'sent', tx_hash = @tx_hash, sent_number = @number::bigint WHERE id = @id AND chain_id = @chain_id AND status = 'queued'
RETURNING *;

-- name: FailRefund :one
UPDATE refunds SET status = 'failed', reason = @reason, tx_hash = '', sent_number = NULL WHERE id = @id AND status = 'queued'
RETURNING *;

-- name: ConfirmRefunds :many
UPDATE refunds SET status = 'confirmed' WHERE chain_id = @chain_id AND sent_number <= @number::bigint AND status = 'sent'
RETURNING *;

-- name: ResetRefunds :many
UPDATE refunds SET status = 'failed', reason = 'unsupported_chain', tx_hash = '', sent_number = NULL WHERE chain_id = @chain_id AND status IN ('queued', 'sent')
RETURNING *;

-- name: RevertRefunds :exec
UPDATE refunds SET status = 'queued', tx_hash = '', sent_number = NULL WHERE chain_id = @chain_id AND sent_number > @number::bigint AND status = 'sent';
