-- name: SigningKeys :many
SELECT * FROM signing_keys ORDER BY created_at, id;

-- name: LockSigningKeys :exec
LOCK TABLE signing_keys IN SHARE ROW EXCLUSIVE MODE;

-- name: DeleteSigningKeys :exec
DELETE FROM signing_keys;

-- name: AddSigningKey :exec
INSERT INTO signing_keys (id, der, created_at) VALUES (@id, @der, @created_at);
