-- name: PutPayeeEntries :exec
INSERT INTO payee_entries (chain_id, block_hash, log_index, block_number, block_time, tx_hash, payee, amount)
SELECT @chain_id, e.block_hash, e.log_index, e.block_number, e.block_time, e.tx_hash, e.payee, e.amount::numeric
FROM (SELECT unnest(@block_hashes::text[]) AS block_hash, unnest(@log_indexes::bigint[]) AS log_index, unnest(@block_numbers::bigint[]) AS block_number,
    unnest(@block_times::timestamptz[]) AS block_time, unnest(@tx_hashes::text[]) AS tx_hash, unnest(@payees::text[]) AS payee,
    unnest(@amounts::text[]) AS amount) e
ON CONFLICT DO NOTHING;

-- name: ExtendPayees :exec
-- ExtendPayees extends the known blocks of payees if there is no gap.
UPDATE cursors SET payees_through = number WHERE chain_id = @chain_id AND payees_through = @through::bigint;

-- name: FillPayees :execrows
UPDATE cursors SET payees_through = @through::bigint WHERE chain_id = @chain_id AND number = @number AND hash = @hash;

-- name: CountOrphanedPayees :one
-- CountOrphanedPayees counts blocks that are neither final nor part of the stored chain.
SELECT count(*) FROM (SELECT unnest(@numbers::bigint[]) AS number, unnest(@hashes::text[]) AS hash) e
WHERE e.number > (SELECT c.finalized FROM cursors c WHERE c.chain_id = @chain_id)
  AND NOT EXISTS (SELECT FROM headers h WHERE h.chain_id = @chain_id AND h.number = e.number AND h.hash = e.hash);

-- name: Indexed :one
SELECT c.number, coalesce(c.payees_through = c.number, false)::boolean AS complete, coalesce(e.amount, 0)::numeric AS amount,
    coalesce(e.confirming, 0)::numeric AS confirming
FROM cursors c
LEFT JOIN LATERAL (
    SELECT sum(amount) AS amount, sum(amount) FILTER (WHERE amount > 0 AND block_number > c.finalized) AS confirming
    FROM payee_entries WHERE chain_id = c.chain_id AND lower(payee) = lower(@payee::text)) e ON true
WHERE c.chain_id = @chain_id;

-- name: ReadPayout :one
SELECT * FROM payouts WHERE id = @id;

-- name: PayoutByKey :one
SELECT * FROM payouts WHERE account_id = @account_id AND request_key = @request_key;

-- name: LatestPayout :one
SELECT coalesce(max(requested_at), 'epoch')::timestamptz AS at, coalesce(bool_or(status IN ('queued', 'sent')), false)::boolean AS live,
    count(*) > 0 AS found FROM payouts
WHERE chain_id = @chain_id AND lower(payee) = lower(@payee::text) AND status <> 'failed';

-- name: PutPayout :exec
INSERT INTO payouts (id, chain_id, payee, account_id, artist_id, request_key, requested_at, status)
VALUES (@id, @chain_id, @payee, @account_id, @artist_id, @request_key, @requested_at, 'queued');

-- name: SendPayout :exec
-- SendPayout finds the payout of a Withdrawn event: one of its signed transactions contains it.
UPDATE payouts p SET status = 'sent', tx_hash = @tx_hash, sent_number = @number::bigint
WHERE p.chain_id = @chain_id AND lower(p.payee) = lower(@payee::text) AND p.status = 'queued' AND EXISTS (
    SELECT FROM attempts a JOIN transactions t ON t.id = a.transaction_id
    WHERE t.kind = 'payout' AND t.subject = p.id::text AND a.hash = @tx_hash);

-- name: FailPayout :execrows
UPDATE payouts SET status = 'failed', reason = @reason WHERE id = @id AND status = 'queued';

-- name: ConfirmPayouts :exec
UPDATE payouts SET status = 'confirmed' WHERE chain_id = @chain_id AND sent_number <= @number::bigint AND status = 'sent';

-- name: RevertPayouts :exec
UPDATE payouts SET status = 'queued', tx_hash = '', sent_number = NULL WHERE chain_id = @chain_id AND sent_number > @number::bigint AND status = 'sent';
