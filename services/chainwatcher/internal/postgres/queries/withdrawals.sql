-- name: PutWithdrawal :exec
-- PutWithdrawal needs no key: what creates a withdrawal chooses its id. The column request_key is of former releases.
INSERT INTO withdrawals (id, token_id, chain_id, account_id, email, to_address, status, reason, request_key, requested_at, title, artist, to_name, batch_id, batch_position, gift_id, approved_at)
VALUES (@id::uuid, @token_id, @chain_id, @account_id, @email, @to_address, @status, @reason, (@id::uuid)::text, @requested_at, @title, @artist, @to_name, sqlc.narg(batch_id), sqlc.narg(batch_position), sqlc.narg(gift_id), @approved_at);

-- name: ReadWithdrawal :one
SELECT *
FROM withdrawals WHERE id = @id;

-- name: LockWithdrawal :one
SELECT *
FROM withdrawals WHERE id = @id FOR UPDATE;

-- name: DueWithdrawals :many
SELECT *
FROM withdrawals WHERE chain_id = @chain_id AND status = 'approved' AND review <> 'open' AND (not_before IS NULL OR not_before <= @now::timestamptz) ORDER BY not_before NULLS FIRST LIMIT sqlc.arg('limit');

-- name: UpdateWithdrawal :exec
UPDATE withdrawals SET status = @status, reason = @reason, approved_at = @approved_at, not_before = @not_before, tx_hash = @tx_hash,
    review = @review, review_why = @review_why, reviewed_by = @reviewed_by, reviewed_at = @reviewed_at, review_note = @review_note,
    queued_at = CASE WHEN @status = 'signing' THEN coalesce(queued_at, clock_timestamp()) ELSE queued_at END
WHERE id = @id;

-- name: FollowWithdrawal :exec
UPDATE withdrawals SET status = @status, reason = @reason, tx_hash = coalesce(nullif(@tx_hash::text, ''), tx_hash) WHERE id = @id AND status IN ('signing', 'broadcast', 'mined');

-- name: FinalizeWithdrawals :many
UPDATE withdrawals w SET status = 'final', tx_hash = f.tx_hash
FROM transactions x, attempts a, transfers f
WHERE w.status IN ('signing', 'broadcast', 'mined') AND w.chain_id = @chain_id AND x.kind = 'withdrawal' AND x.subject = w.id::text
    AND a.transaction_id = x.id AND f.chain_id = w.chain_id AND f.token_id = w.token_id AND f.tx_hash = a.hash AND f.final
RETURNING w.id, w.token_id;

-- name: LockLimits :exec
-- LockLimits makes concurrent checks of a chain's daily limits wait for each other.
SELECT pg_advisory_xact_lock(hashtextextended('chain.withdrawals:' || @chain_id::bigint, 0));

-- name: QueuedToday :one
-- QueuedToday counts the transfers of the last 24 hours that left the vault of a chain or are about to, and those of an account.
SELECT count(*)::integer AS vault, count(*) FILTER (WHERE account_id = @account_id)::integer AS account
FROM withdrawals WHERE chain_id = @chain_id AND queued_at > clock_timestamp() - interval '24 hours' AND status IN ('signing', 'broadcast', 'mined', 'final');

-- name: CountInReview :one
SELECT count(*)::integer FROM withdrawals WHERE status = 'approved' AND review = 'open';

-- name: UsedBefore :one
-- UsedBefore leaves out gifts, whose wallet the buyer chooses without an approval.
SELECT EXISTS (SELECT 1 FROM withdrawals WHERE account_id = @account_id AND lower(to_address) = lower(@to_address::text) AND status = 'final' AND gift_id IS NULL);

-- name: CredentialsChangedAt :one
SELECT changed_at FROM credential_changes WHERE account_id = @account_id;

-- name: NoteCredentialChange :exec
-- NoteCredentialChange stores the later time. If it changed, the waits of approved withdrawals are recalculated.
WITH moved AS (
    INSERT INTO credential_changes AS c (account_id, changed_at) VALUES (@account_id, @changed_at)
    ON CONFLICT (account_id) DO UPDATE SET changed_at = excluded.changed_at WHERE c.changed_at < excluded.changed_at
    RETURNING account_id
)
UPDATE withdrawals SET not_before = NULL WHERE status = 'approved' AND account_id IN (SELECT account_id FROM moved);

-- name: PutBatch :execrows
INSERT INTO withdrawal_batches (id, account_id, to_address, request_key, requested_at, approved_at)
VALUES (@id::uuid, @account_id, @to_address, (@id::uuid)::text, @requested_at, @approved_at) ON CONFLICT (id) DO NOTHING;

-- name: HasLiveWithdrawal :one
SELECT EXISTS (SELECT FROM withdrawals WHERE token_id = @token_id AND status IN ('awaiting_approval', 'approved', 'signing', 'broadcast', 'mined'));

-- name: BatchMembers :many
SELECT id FROM withdrawals WHERE batch_id = @batch_id::uuid ORDER BY batch_position;

-- name: ReportWithdrawals :many
-- ReportWithdrawals marks the withdrawals of requests that have moved or failed, once nothing of their request is being sent, so that one email
-- reports all of them. Of concurrent runs one returns a withdrawal.
UPDATE withdrawals w SET reported = true
WHERE batch_id IS NOT NULL AND NOT reported AND status IN ('final', 'failed')
    AND NOT EXISTS (SELECT FROM withdrawals o WHERE o.batch_id = w.batch_id AND o.status IN ('signing', 'broadcast', 'mined'))
RETURNING sqlc.embed(w), (SELECT count(*) FROM withdrawals o WHERE o.batch_id = w.batch_id)::integer AS size;
