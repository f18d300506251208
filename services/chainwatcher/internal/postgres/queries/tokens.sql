-- name: LockToken :exec
SELECT token_id FROM tokens WHERE token_id = @token_id FOR UPDATE;

-- name: LockTokenID :exec
-- LockTokenID locks a token that may have no row yet.
SELECT pg_advisory_xact_lock(hashtextextended('chainwatcher.token:' || (@token_id::bigint)::text, 0));

-- name: TokenToMint :one
SELECT t.checkout_id, (z.released_at IS NOT NULL)::boolean AS released, t.in_custody, EXISTS (
    SELECT 1 FROM withdrawals w
    JOIN transactions x ON x.kind = 'withdrawal' AND x.subject = w.id::text
    JOIN attempts a ON a.transaction_id = x.id
    WHERE w.token_id = t.token_id AND w.status IN ('signing', 'broadcast', 'mined')) AS leaving
FROM tokens t LEFT JOIN freezes z ON z.checkout_id = t.checkout_id WHERE t.token_id = @token_id;

-- name: PutToken :exec
INSERT INTO tokens (token_id, chain_id, account_id, checkout_id, artwork_id, edition_number, edition_size, title, slug, artist, year, medium,
    payment_method, paid_at, status)
VALUES (@token_id, @chain_id, @account_id, @checkout_id, @artwork_id, @edition_number, @edition_size, @title, @slug, @artist, @year, @medium, @payment_method, @paid_at, 'minting')
ON CONFLICT (token_id) DO UPDATE SET account_id = excluded.account_id, checkout_id = excluded.checkout_id, title = excluded.title, slug = excluded.slug,
    artist = excluded.artist, year = excluded.year, medium = excluded.medium, payment_method = excluded.payment_method, paid_at = excluded.paid_at,
    status = 'minting';

-- name: SetDisputed :exec
INSERT INTO freezes (checkout_id, disputed, version) VALUES (@checkout_id, @disputed, @version)
ON CONFLICT (checkout_id) DO UPDATE SET disputed = excluded.disputed, version = excluded.version WHERE freezes.version < excluded.version;

-- name: SetRefunded :exec
INSERT INTO freezes (checkout_id, refunded) VALUES (@checkout_id, true) ON CONFLICT (checkout_id) DO UPDATE SET refunded = true;

-- name: IsReleased :one
SELECT EXISTS (SELECT FROM freezes WHERE checkout_id = @checkout_id AND released_at IS NOT NULL);

-- name: SetReleased :exec
INSERT INTO freezes (checkout_id, refunded, released_at) VALUES (@checkout_id, true, clock_timestamp())
ON CONFLICT (checkout_id) DO UPDATE SET refunded = true, released_at = coalesce(freezes.released_at, excluded.released_at);

-- name: Custody :one
-- Custody returns the data that decides whether a token can be sold again.
SELECT sqlc.embed(t), coalesce(h.owner, '')::text AS holder,
    EXISTS (SELECT FROM withdrawals w WHERE w.token_id = t.token_id AND w.status IN ('awaiting_approval', 'approved', 'signing', 'broadcast', 'mined')) AS withdrawing,
    EXISTS (SELECT FROM transactions x WHERE x.kind = 'mint' AND x.subject = t.checkout_id
            AND (x.status <> 'queued' OR EXISTS (SELECT FROM attempts a WHERE a.transaction_id = x.id))) AS signed,
    coalesce((SELECT f.final FROM transfers f WHERE f.chain_id = t.chain_id AND f.token_id = t.token_id
              ORDER BY f.block_number DESC, f.log_index DESC LIMIT 1), false)::boolean AS settled
FROM tokens t LEFT JOIN holders h ON h.chain_id = t.chain_id AND h.token_id = t.token_id
WHERE t.token_id = @token_id;

-- name: CancelMint :execrows
-- CancelMint fails for a mint that was ever signed, because it may still be mined, even with an abandoned nonce.
UPDATE transactions x SET status = 'failed', reason = 'released'
WHERE kind = 'mint' AND subject = @checkout_id AND status = 'queued' AND NOT EXISTS (SELECT 1 FROM attempts a WHERE a.transaction_id = x.id);

-- name: DropToken :exec
DELETE FROM tokens WHERE token_id = @token_id AND checkout_id = @checkout_id;

-- name: ReadToken :one
SELECT sqlc.embed(t), coalesce(h.owner, '')::text AS holder, coalesce(z.disputed OR z.refunded, false)::boolean AS frozen,
    coalesce(g.status IN ('pending', 'waiting'), false)::boolean AS gift
FROM tokens t
LEFT JOIN gifts g ON g.id = t.checkout_id
LEFT JOIN holders h ON h.chain_id = t.chain_id AND h.token_id = t.token_id
LEFT JOIN freezes z ON z.checkout_id = t.checkout_id
WHERE t.token_id = @token_id;

-- name: LatestMints :many
SELECT token_id FROM tokens WHERE chain_id = @chain_id AND status = 'minted' ORDER BY minted_at DESC, token_id LIMIT sqlc.arg('limit');

-- name: FinalizeMints :many
UPDATE tokens t SET status = 'minted', mint_tx = f.tx_hash, minted_at = f.block_time
FROM transfers f
WHERE t.status = 'minting' AND t.chain_id = @chain_id AND f.chain_id = t.chain_id AND f.token_id = t.token_id AND f.final
    AND f.from_address = '' AND lower(f.to_address) = lower(@vault::text)
RETURNING t.token_id;

-- name: CountMintsWithoutOrder :one
SELECT count(*) FROM transfers f WHERE f.from_address = '' AND f.final AND f.block_time > now() - interval '1 day'
    AND NOT EXISTS (SELECT FROM tokens t WHERE t.token_id = f.token_id AND t.chain_id = f.chain_id);

-- name: EndCustody :exec
UPDATE tokens SET in_custody = false WHERE token_id = ANY (@token_ids::bigint[]);

-- name: ReturnedTokens :many
-- ReturnedTokens returns the tokens out of custody whose last transfer, in one of the blocks that became final, was to the vault.
SELECT t.token_id, t.chain_id, t.checkout_id, f.tx_hash AS transaction FROM transfers f JOIN tokens t ON t.chain_id = f.chain_id AND t.token_id = f.token_id
WHERE f.chain_id = @chain_id AND f.block_number > @after AND f.block_number <= @number AND f.from_address <> '' AND lower(f.to_address) = lower(@vault::text)
    AND NOT t.in_custody
    AND NOT EXISTS (SELECT FROM transfers n WHERE n.chain_id = f.chain_id AND n.token_id = f.token_id
                    AND (n.block_number, n.log_index) > (f.block_number, f.log_index))
ORDER BY t.token_id;

-- name: HeldAt :many
-- HeldAt returns which tokens of some ranges a wallet held after the range's block, or the chain's vault held for the account. Transfers up to a
-- final block never change.
WITH ranges AS (
    SELECT unnest(@conditions::text[]) AS condition, unnest(@chain_ids::bigint[]) AS chain_id, unnest(@first_ids::bigint[]) AS first_id,
        unnest(@last_ids::bigint[]) AS last_id, unnest(@blocks::bigint[]) AS block, lower(unnest(@vaults::text[])) AS vault
)
SELECT r.condition::text AS condition, held.token_id FROM ranges r CROSS JOIN LATERAL (
    SELECT h.token_id FROM (
        SELECT DISTINCT ON (t.token_id) t.token_id, lower(t.to_address) AS owner FROM transfers t
        WHERE t.chain_id = r.chain_id AND t.token_id BETWEEN r.first_id AND r.last_id AND t.block_number <= r.block
        ORDER BY t.token_id, t.block_number DESC, t.log_index DESC) h
    WHERE h.owner <> r.vault AND h.owner = ANY (@wallets::text[])
       OR h.owner = r.vault AND EXISTS (
            SELECT FROM tokens k LEFT JOIN freezes z ON z.checkout_id = k.checkout_id
            WHERE k.token_id = h.token_id AND k.account_id = @account_id AND NOT coalesce(z.refunded, false))
    ORDER BY h.token_id LIMIT 1000) held
ORDER BY r.condition, held.token_id;

-- name: MintedTokens :many
-- MintedTokens pages through all tokens by id.
SELECT sqlc.embed(t), coalesce(h.owner, '')::text AS holder, coalesce(z.refunded, false)::boolean AS refunded
FROM tokens t
LEFT JOIN holders h ON h.chain_id = t.chain_id AND h.token_id = t.token_id
LEFT JOIN freezes z ON z.checkout_id = t.checkout_id
WHERE t.status = 'minted' AND t.token_id > @after
ORDER BY t.token_id LIMIT 500;
