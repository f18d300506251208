-- name: PutGift :exec
-- PutGift stores the gift of an order that owns its token, once. The event of a refund may have come first.
INSERT INTO gifts (id, token_id, account_id, from_name, email, to_address, to_name, message, image_url, status, ended_at)
SELECT t.checkout_id, t.token_id, t.account_id, @from_name, @email, @to_address, @to_name, @message, @image_url,
    CASE WHEN coalesce(z.refunded, false) THEN 'refunded' ELSE 'pending' END, CASE WHEN z.refunded THEN clock_timestamp() END
FROM tokens t LEFT JOIN freezes z ON z.checkout_id = t.checkout_id
WHERE t.checkout_id = @id
ON CONFLICT (id) DO NOTHING;

-- name: ReadGift :one
SELECT * FROM gifts WHERE id = @id;

-- name: LinkedGift :one
SELECT * FROM gifts WHERE secret_hash = @secret_hash;

-- name: LockGift :one
SELECT * FROM gifts WHERE id = @id FOR UPDATE;

-- name: SaveGift :exec
UPDATE gifts SET status = @status, email = @email, secret_hash = @secret_hash, emails = @emails, emailed_at = @emailed_at, recipient_id = @recipient_id,
    ended_at = @ended_at, accept_from = @accept_from
WHERE id = @id;

-- name: EndGift :exec
-- EndGift ends the gift of a refunded order whose token is removed.
UPDATE gifts SET status = 'refunded', ended_at = clock_timestamp() WHERE id = @id AND status IN ('pending', 'waiting');

-- name: GiveToken :execrows
UPDATE tokens SET account_id = @account_id WHERE token_id = @token_id AND checkout_id = @checkout_id;
