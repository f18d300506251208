-- name: TakeLease :one
INSERT INTO signers (chain_id, address, epoch, expires_at) VALUES (@chain_id, @address, 1, clock_timestamp() + make_interval(secs => @seconds::float8))
ON CONFLICT (chain_id, address) DO UPDATE SET epoch = signers.epoch + 1, expires_at = excluded.expires_at
WHERE signers.expires_at <= clock_timestamp()
RETURNING epoch;

-- name: RenewLease :execrows
UPDATE signers SET expires_at = clock_timestamp() + make_interval(secs => @seconds::float8)
WHERE chain_id = @chain_id AND address = @address AND epoch = @epoch AND expires_at > clock_timestamp();

-- name: ReleaseLease :exec
UPDATE signers SET expires_at = '-infinity' WHERE chain_id = @chain_id AND address = @address AND epoch = @epoch;

-- name: CheckLease :one
SELECT epoch FROM signers WHERE chain_id = @chain_id AND address = @address AND epoch = @epoch AND expires_at > clock_timestamp() FOR SHARE;

-- name: SetIdleTimeout :exec
SELECT set_config('idle_in_transaction_session_timeout', @timeout::text, true);

-- name: OpenTransactions :many
SELECT *
FROM transactions WHERE chain_id = @chain_id AND sender = @sender AND status IN ('signed', 'broadcast', 'mined') ORDER BY nonce;

-- name: QueuedTransactions :many
SELECT *
FROM transactions WHERE chain_id = @chain_id AND sender = @sender AND status = 'queued' AND id <> ALL (coalesce(@passed::uuid[], '{}')) ORDER BY seq LIMIT sqlc.arg('limit');

-- name: QueueTransaction :exec
INSERT INTO transactions (id, chain_id, sender, kind, subject, token_id, contract, data, cause, status)
VALUES (@id, @chain_id, @sender, @kind, @subject, @token_id, @contract, @data, @cause, 'queued') ON CONFLICT (kind, subject) DO NOTHING;

-- name: NextNonce :one
SELECT coalesce(max(nonce) + 1, 0)::bigint AS nonce FROM transactions WHERE chain_id = @chain_id AND sender = @sender;

-- name: SignTransaction :exec
UPDATE transactions SET status = CASE WHEN status = 'queued' THEN 'signed' ELSE status END, nonce = @nonce::bigint, reason = '' WHERE id = @id;

-- name: MarkTransaction :exec
UPDATE transactions SET status = @status::text, mined_number = @mined_number, reason = @reason, sent_at = CASE WHEN @status::text = 'broadcast' THEN now() ELSE sent_at END WHERE id = @id;

-- name: RequeueTransaction :exec
UPDATE transactions SET status = 'queued', reason = 'the nonce was taken', nonce = NULL, mined_number = 0, sent_at = NULL WHERE id = @id;

-- name: CancelTransfer :execrows
-- CancelTransfer fails for a transaction that was ever signed, because it may still be mined, even with an abandoned nonce.
UPDATE transactions x SET status = 'failed', reason = 'cancelled'
WHERE kind = 'withdrawal' AND subject = @withdrawal_id AND status = 'queued' AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.transaction_id = x.id);

-- name: FailRefundTransactions :exec
UPDATE transactions SET status = 'failed', reason = 'chain_restarted', nonce = NULL
WHERE chain_id = @chain_id AND kind = 'refund' AND status IN ('queued', 'signed', 'broadcast', 'mined');

-- name: Attempts :many
SELECT a.*
FROM attempts a JOIN transactions x ON x.id = a.transaction_id AND x.nonce = a.nonce
WHERE a.transaction_id = ANY (@transaction_ids::uuid[]) ORDER BY a.signed_at;

-- name: Hashes :many
SELECT hash FROM attempts WHERE transaction_id = @transaction_id ORDER BY signed_at;

-- name: PutAttempt :exec
INSERT INTO attempts (transaction_id, hash, nonce, raw, gas, fee_cap, tip_cap, signed_at) VALUES (@transaction_id, @hash, @nonce, @raw, @gas, @fee_cap, @tip_cap, @signed_at)
ON CONFLICT (hash) DO NOTHING;

-- name: OldestWaiting :one
SELECT coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS seconds FROM transactions WHERE status IN ('queued', 'signed', 'broadcast');

-- name: LostMints :many
SELECT x.* FROM tokens k
JOIN transactions x ON x.token_id = k.token_id AND x.chain_id = k.chain_id AND x.kind = 'mint' AND x.status = 'final'
JOIN cursors c ON c.chain_id = k.chain_id
WHERE k.chain_id = @chain_id AND k.status = 'minting' AND x.sender = @sender AND x.mined_number + 64 <= c.finalized;
