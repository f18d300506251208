-- name: ReadCursor :one
SELECT * FROM cursors WHERE chain_id = @chain_id;

-- name: LockAttach :exec
SELECT pg_advisory_xact_lock(hashtextextended('chain.attach:' || (@chain_id::bigint)::text, 0));

-- name: LockCursor :one
SELECT * FROM cursors WHERE chain_id = @chain_id FOR UPDATE;

-- name: TagCursor :exec
UPDATE cursors SET tagged = true WHERE chain_id = @chain_id AND NOT tagged;

-- name: PutCursor :exec
INSERT INTO cursors (chain_id, genesis_hash, token_contract, payment_contract, number, hash, time, finalized, payees_through)
VALUES (@chain_id, @genesis_hash, @token_contract, @payment_contract, @number, @hash, @time, @finalized, @payees_through)
ON CONFLICT (chain_id) DO UPDATE SET genesis_hash = excluded.genesis_hash, token_contract = excluded.token_contract,
    payment_contract = excluded.payment_contract, number = excluded.number, hash = excluded.hash, time = excluded.time, finalized = excluded.finalized,
    tagged = false, payees_through = excluded.payees_through;

-- name: MoveCursor :execrows
UPDATE cursors SET number = @number, hash = @hash, time = @time WHERE chain_id = @chain_id AND hash = @old_hash;

-- name: FinalizeCursor :exec
UPDATE cursors SET finalized = @finalized WHERE chain_id = @chain_id AND finalized < @finalized;

-- name: ResetChain :exec
WITH h AS (DELETE FROM headers WHERE chain_id = @chain_id),
     t AS (DELETE FROM transfers WHERE chain_id = @chain_id),
     i AS (DELETE FROM incoming WHERE chain_id = @chain_id),
     o AS (DELETE FROM holders WHERE chain_id = @chain_id),
     k AS (UPDATE tokens SET status = 'minting', mint_tx = '', minted_at = NULL, in_custody = true WHERE chain_id = @chain_id),
     w AS (UPDATE withdrawals SET status = 'failed', reason = 'chain_restarted' WHERE chain_id = @chain_id AND status IN ('approved', 'signing', 'broadcast', 'mined')),
     a AS (DELETE FROM attempts USING transactions x WHERE x.id = transaction_id AND x.chain_id = @chain_id),
     e AS (DELETE FROM payee_entries WHERE chain_id = @chain_id),
     p AS (UPDATE payments SET contract_says = 'chain_gone' WHERE chain_id = @chain_id AND state = 'confirmed'),
     y AS (UPDATE payouts SET status = 'failed', reason = 'chain_restarted', tx_hash = '', sent_number = NULL
           WHERE chain_id = @chain_id AND status IN ('queued', 'sent')),
     f AS (UPDATE transactions SET status = 'failed', reason = 'chain_restarted', nonce = NULL
           WHERE chain_id = @chain_id AND kind IN ('withdrawal', 'payout') AND status IN ('queued', 'signed', 'broadcast', 'mined')),
     n AS (UPDATE transactions SET nonce = NULL WHERE chain_id = @chain_id AND kind IN ('withdrawal', 'refund', 'payout') AND status IN ('final', 'failed'))
UPDATE transactions x SET status = 'queued', reason = 'chain_restarted', nonce = NULL, mined_number = 0, sent_at = NULL
WHERE x.chain_id = @chain_id AND x.kind = 'mint' AND NOT (x.status = 'failed' AND x.reason = 'released');

-- name: ReadHeader :one
SELECT * FROM headers WHERE chain_id = @chain_id AND number = @number;

-- name: PutHeader :exec
INSERT INTO headers (chain_id, number, hash, parent, time) VALUES (@chain_id, @number, @hash, @parent, @time);

-- name: PutHeaders :copyfrom
INSERT INTO headers (chain_id, number, hash, parent, time) VALUES (@chain_id, @number, @hash, @parent, @time);

-- name: DropHeaders :exec
DELETE FROM headers WHERE chain_id = @chain_id AND number > @number;

-- name: PruneHeaders :exec
DELETE FROM headers WHERE chain_id = @chain_id AND number < @before::bigint;

-- name: PutTransfers :copyfrom
INSERT INTO transfers (chain_id, block_hash, log_index, block_number, block_time, token_id, from_address, to_address, tx_hash, final)
VALUES (@chain_id, @block_hash, @log_index, @block_number, @block_time, @token_id, @from_address, @to_address, @tx_hash, @final);

-- name: DropTransfers :exec
DELETE FROM transfers WHERE chain_id = @chain_id AND block_number > @number;

-- name: FinalizeTransfers :exec
UPDATE transfers SET final = true WHERE chain_id = @chain_id AND block_number <= @number AND NOT final;

-- name: TouchedTokens :many
SELECT DISTINCT token_id FROM transfers WHERE chain_id = @chain_id AND block_number > @number;

-- name: SetHolders :exec
-- SetHolders sets the holders after new blocks, whose transfers are newer than all that are stored.
INSERT INTO holders (chain_id, token_id, owner) SELECT @chain_id, unnest(@token_ids::bigint[]), unnest(@owners::text[])
ON CONFLICT (chain_id, token_id) DO UPDATE SET owner = excluded.owner;

-- name: PutHolders :exec
-- PutHolders sets holders by the stored transfers.
INSERT INTO holders (chain_id, token_id, owner)
SELECT DISTINCT ON (t.token_id) t.chain_id, t.token_id, t.to_address FROM transfers t
WHERE t.chain_id = @chain_id AND t.token_id = ANY (@token_ids::bigint[]) ORDER BY t.token_id, t.block_number DESC, t.log_index DESC
ON CONFLICT (chain_id, token_id) DO UPDATE SET owner = excluded.owner;

-- name: DropHolders :exec
DELETE FROM holders WHERE chain_id = @chain_id AND token_id = ANY (@token_ids::bigint[]);

-- name: Sightings :many
-- Sightings returns the stored events of blocks that aren't final, as the texts of chain.Block.Sightings.
SELECT s.block_number, s.block_hash, s.event FROM cursors c CROSS JOIN LATERAL (
    SELECT block_number, block_hash, concat_ws(' ', 'payment', log_index, tx_hash, checkout_id, intent_hash, payer, amount, artist_share, artist,
        refund_address)::text AS event
    FROM payments WHERE chain_id = c.chain_id AND state = 'seen' AND block_number BETWEEN c.finalized + 1 AND @number::bigint
    UNION ALL
    SELECT block_number, block_hash, concat_ws(' ', 'transfer', log_index, tx_hash, token_id, from_address, to_address)::text
    FROM transfers WHERE chain_id = c.chain_id AND NOT final AND block_number BETWEEN c.finalized + 1 AND @number::bigint
    UNION ALL
    SELECT block_number, block_hash, concat_ws(' ', 'incoming', log_index, tx_hash, payer, to_address, asset, amount)::text
    FROM incoming WHERE chain_id = c.chain_id AND NOT final AND block_number BETWEEN c.finalized + 1 AND @number::bigint
    UNION ALL
    SELECT block_number, block_hash, concat_ws(' ', 'payee', log_index, tx_hash, payee, amount)::text
    FROM payee_entries WHERE chain_id = c.chain_id AND block_number BETWEEN c.finalized + 1 AND @number::bigint
    UNION ALL
    SELECT h.number, h.hash, concat_ws(' ', 'refund', r.id, r.tx_hash)::text
    FROM refunds r JOIN headers h ON h.chain_id = r.chain_id AND h.number = r.sent_number
    WHERE r.chain_id = c.chain_id AND r.status = 'sent' AND r.sent_number BETWEEN c.finalized + 1 AND @number::bigint
) s WHERE c.chain_id = @chain_id ORDER BY s.block_number, s.block_hash, s.event;

-- name: ReadDeployment :one
SELECT * FROM deployments WHERE chain_id = @chain_id AND genesis_hash = @genesis_hash;

-- name: PutDeployment :exec
INSERT INTO deployments (chain_id, genesis_hash, token_contract, payment_contract, price_feed, start_block) VALUES (@chain_id, @genesis_hash, @token_contract, @payment_contract, @price_feed, @start_block)
ON CONFLICT (chain_id, genesis_hash) DO UPDATE SET token_contract = excluded.token_contract, payment_contract = excluded.payment_contract,
    price_feed = excluded.price_feed, start_block = excluded.start_block, created_at = now();

-- name: CreateHalt :execrows
INSERT INTO halts (chain_id, reason, detail) VALUES (@chain_id, @reason, @detail) ON CONFLICT (chain_id) WHERE released_at IS NULL DO NOTHING;

-- name: ReadHalt :one
SELECT * FROM halts WHERE chain_id = @chain_id AND released_at IS NULL;

-- name: SetVanished :exec
UPDATE halts SET vanished = @vanished WHERE chain_id = @chain_id AND released_at IS NULL;

-- name: ReleaseHalt :execrows
UPDATE halts SET released_at = clock_timestamp(), released_by = @released_by::text, note = @note::text WHERE chain_id = @chain_id AND released_at IS NULL;
