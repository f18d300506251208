-- name: PutPayments :many
INSERT INTO payments (chain_id, block_hash, log_index, block_number, block_time, checkout_id, tx_hash, payer, amount, artist_share, artist,
    refund_address, intent_hash, known, state)
SELECT p.chain_id, p.block_hash, p.log_index, p.block_number, p.block_time, p.checkout_id, p.tx_hash, p.payer, p.amount::numeric, p.artist_share::numeric,
    p.artist, p.refund_address, p.intent_hash, q.intent_hash IS NOT NULL, 'seen'
FROM (SELECT unnest(@chain_ids::bigint[]) AS chain_id, unnest(@block_hashes::text[]) AS block_hash, unnest(@log_indexes::bigint[]) AS log_index,
    unnest(@block_numbers::bigint[]) AS block_number, unnest(@block_times::timestamptz[]) AS block_time, unnest(@checkout_ids::text[]) AS checkout_id,
    unnest(@tx_hashes::text[]) AS tx_hash, unnest(@payers::text[]) AS payer, unnest(@amounts::text[]) AS amount,
    unnest(@artist_shares::text[]) AS artist_share, unnest(@artists::text[]) AS artist, unnest(@refund_addresses::text[]) AS refund_address,
    unnest(@intent_hashes::text[]) AS intent_hash) p
LEFT JOIN quotes q ON q.intent_hash = p.intent_hash AND q.checkout_id::text = p.checkout_id
-- The block is the same, but the stored event may be an invention that was taken back.
ON CONFLICT (chain_id, block_hash, log_index) DO UPDATE SET state = 'seen', sightings = payments.sightings + 1, checkout_id = excluded.checkout_id,
    tx_hash = excluded.tx_hash, payer = excluded.payer, amount = excluded.amount, artist_share = excluded.artist_share, artist = excluded.artist,
    refund_address = excluded.refund_address, intent_hash = excluded.intent_hash, known = excluded.known
RETURNING block_hash, log_index, known, sightings;

-- name: RevertPayments :many
UPDATE payments SET state = 'reverted' WHERE chain_id = @chain_id AND block_number > @after::bigint AND state = 'seen'
RETURNING *;

-- name: ConfirmPayments :many
UPDATE payments SET state = 'confirmed' WHERE chain_id = @chain_id AND block_number <= @number AND state = 'seen'
RETURNING *;

-- name: PutIncoming :copyfrom
INSERT INTO incoming (chain_id, block_hash, tx_hash, log_index, block_number, payer, to_address, asset, amount)
VALUES (@chain_id, @block_hash, @tx_hash, @log_index, @block_number, @payer, @to_address, @asset, @amount);

-- name: DropIncoming :exec
DELETE FROM incoming WHERE chain_id = @chain_id AND block_number > @number AND NOT final;

-- name: FinalizeIncoming :many
UPDATE incoming SET final = true WHERE chain_id = @chain_id AND block_number <= @number AND NOT final
RETURNING *;

-- name: ReadQuote :one
SELECT sqlc.embed(q),
    EXISTS (SELECT FROM payments p WHERE p.intent_hash = q.intent_hash AND p.state IN ('seen', 'confirmed')) AS paid
FROM quotes q WHERE q.intent_hash = @intent_hash;

-- name: RunningQuote :one
SELECT *
FROM quotes WHERE checkout_id = @checkout_id AND deadline > @now AND contract = @contract AND expired_number IS NULL ORDER BY deadline DESC LIMIT 1;

-- name: PutQuote :exec
INSERT INTO quotes (intent_hash, checkout_id, chain_id, contract, data, value, amount, currency, rate, rate_source, rate_at, deadline, created_at)
VALUES (@intent_hash, @checkout_id, @chain_id, @contract, @data, @value, @amount, @currency, @rate, @rate_source, @rate_at, @deadline, @created_at);

-- name: ExpireQuotes :many
UPDATE quotes q SET expired_number = @number::bigint
WHERE q.chain_id = @chain_id AND q.deadline < @now AND q.expired_number IS NULL AND NOT q.settled
    AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.intent_hash = q.intent_hash AND p.state IN ('seen', 'confirmed'))
RETURNING *;

-- name: ReopenQuotes :exec
UPDATE quotes SET expired_number = NULL WHERE chain_id = @chain_id AND expired_number > @number::bigint;

-- name: SettleQuotes :exec
UPDATE quotes SET settled = true WHERE intent_hash = ANY (@intent_hashes::text[]);

-- name: LockCheckout :exec
SELECT pg_advisory_xact_lock(hashtextextended('quote:' || @checkout_id::text, 0));

-- name: CreditedPayment :one
SELECT *
FROM payments WHERE chain_id = @chain_id AND checkout_id = @checkout_id AND state = 'confirmed' AND known AND contract_says <> 'chain_gone' LIMIT 1;

-- name: UnprovenPayments :many
SELECT *
FROM payments WHERE chain_id = @chain_id AND state = 'confirmed' AND known AND contract_says IN ('', 'unpaid')
ORDER BY contract_says, block_number LIMIT sqlc.arg('limit');

-- name: SetContractSays :exec
UPDATE payments SET contract_says = @says
WHERE chain_id = @chain_id AND block_hash = @block_hash AND log_index = @log_index AND contract_says <> @says;
