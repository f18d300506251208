-- name: LockFavorites :exec
-- Serializes the additions of an account, so that they are counted.
SELECT pg_advisory_xact_lock(hashtextextended('favorites ' || @account_id::text, 0));

-- name: AddFavorites :exec
INSERT INTO favorites (account_id, kind, entry_id, added_at)
SELECT @account_id::uuid, unnest(@kinds::text[]), unnest(@ids::bigint[]), @added_at::timestamptz
ON CONFLICT DO NOTHING;

-- name: CountFavorites :one
SELECT count(*) FROM favorites WHERE account_id = @account_id;

-- name: RemoveFavorite :exec
DELETE FROM favorites WHERE account_id = @account_id AND kind = @kind AND entry_id = @entry_id;
