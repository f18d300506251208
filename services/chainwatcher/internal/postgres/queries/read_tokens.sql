-- name: ReadCollection :many
-- ReadCollection returns what an account has in the vault and in its wallets, newest first. It finds tokens by two indexes, by account and by
-- holder. One condition over both tables would scan them.
SELECT sqlc.embed(t), coalesce(h.owner, '')::text AS holder, coalesce(z.disputed OR z.refunded, false)::boolean AS frozen,
    coalesce(g.status IN ('pending', 'waiting'), false)::boolean AS gift,
    (CASE WHEN g.recipient_id = t.account_id THEN g.ended_at ELSE t.paid_at END)::timestamptz AS acquired_at
FROM tokens t
LEFT JOIN gifts g ON g.id = t.checkout_id
LEFT JOIN holders h ON h.chain_id = t.chain_id AND h.token_id = t.token_id
LEFT JOIN freezes z ON z.checkout_id = t.checkout_id
WHERE t.token_id IN (
        SELECT own.token_id FROM tokens own WHERE own.account_id = @account_id AND own.in_custody
        UNION ALL
        SELECT x.token_id FROM holders x WHERE lower(x.owner) = ANY (@wallets::text[]) AND NOT lower(x.owner) = ANY (@vaults::text[]))
  AND ((t.account_id = @account_id AND t.in_custody AND NOT coalesce(z.refunded, false) AND (h.owner IS NULL OR lower(h.owner) = ANY (@vaults::text[])))
    OR (lower(h.owner) = ANY (@wallets::text[]) AND NOT lower(h.owner) = ANY (@vaults::text[])))
ORDER BY t.paid_at DESC, t.token_id DESC
LIMIT 1000;

-- name: ReadTransfers :many
-- ReadTransfers returns the transfers of a range of tokens, by token, oldest first.
SELECT *
FROM transfers WHERE token_id BETWEEN @first_id AND @last_id ORDER BY token_id, block_number, log_index LIMIT 10000;

-- name: ReadTokenMetadata :one
-- ReadTokenMetadata returns a token that is in a block.
SELECT t.artwork_id, t.edition_number, t.edition_size, t.title, t.slug, t.artist, t.year, t.medium
FROM tokens t JOIN holders h ON h.chain_id = t.chain_id AND h.token_id = t.token_id
WHERE t.token_id = @token_id;

-- name: ReadMints :many
SELECT token_id, chain_id, checkout_id, status, mint_tx FROM tokens WHERE token_id = ANY (@token_ids::bigint[]) ORDER BY token_id;

-- name: ReadVault :many
-- ReadVault lists the tokens in the vault, including unminted ones.
SELECT t.account_id, t.token_id, t.chain_id, t.title, t.artist, t.edition_number, t.edition_size, t.status,
    coalesce(z.disputed, false)::boolean AS disputed,
    EXISTS (SELECT FROM withdrawals w WHERE w.token_id = t.token_id AND w.status IN ('awaiting_approval', 'approved', 'signing', 'broadcast', 'mined')) AS withdrawing
FROM tokens t
LEFT JOIN holders h ON h.chain_id = t.chain_id AND h.token_id = t.token_id
LEFT JOIN freezes z ON z.checkout_id = t.checkout_id
WHERE t.in_custody AND NOT coalesce(z.refunded, false) AND (h.owner IS NULL OR lower(h.owner) = lower(@vault::text))
ORDER BY t.account_id, t.token_id;
