-- name: ReadGiftOf :one
SELECT * FROM gifts WHERE id = @id AND account_id = @account_id;

-- name: ReadLinkedGift :one
SELECT sqlc.embed(g), t.edition_number, t.edition_size, t.title, t.slug, t.artist
FROM gifts g JOIN tokens t ON t.token_id = g.token_id WHERE g.secret_hash = @secret_hash;

-- name: ReadGiftWithdrawal :one
SELECT * FROM withdrawals WHERE gift_id = @gift_id::text;
