-- name: ReadGiftOf :one
-- ReadGiftOf returns a gift, and whether its address refused the email with the current link for good.
SELECT sqlc.embed(g), coalesce((SELECT m.refused FROM mails m WHERE m.key = concat_ws(':', 'gift', g.id, g.emails)), false)::boolean AS refused
FROM gifts g WHERE g.id = @id AND g.account_id = @account_id;

-- name: ReadLinkedGift :one
SELECT sqlc.embed(g), t.edition_number, t.edition_size, t.title, t.slug, t.artist
FROM gifts g JOIN tokens t ON t.token_id = g.token_id WHERE g.secret_hash = @secret_hash;

-- name: ReadGiftWithdrawal :one
SELECT * FROM withdrawals WHERE gift_id = @gift_id::text;
