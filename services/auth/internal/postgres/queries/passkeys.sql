-- name: Passkeys :many
SELECT * FROM passkeys WHERE account_id = @account_id ORDER BY added_at, id;

-- name: HasPasskey :one
SELECT EXISTS (SELECT FROM passkeys WHERE account_id = @account_id);

-- name: AddPasskey :exec
INSERT INTO passkeys (id, account_id, credential_id, name, credential, added_at)
VALUES (@id, @account_id, @credential_id, @name, @credential, @added_at);

-- name: UsePasskey :execrows
UPDATE passkeys SET credential = @credential, used_at = @now::timestamptz WHERE id = @id AND account_id = @account_id;

-- name: RemovePasskey :execrows
DELETE FROM passkeys WHERE id = @id AND account_id = @account_id;

-- name: CountRecoveryCodes :one
SELECT count(*) FROM recovery_codes WHERE account_id = @account_id;

-- name: AddRecoveryCodes :exec
INSERT INTO recovery_codes (account_id, hash) SELECT @account_id, unnest(@hashes::bytea[]);

-- name: UseRecoveryCode :execrows
DELETE FROM recovery_codes WHERE account_id = @account_id AND hash = @hash;

-- name: DeleteRecoveryCodes :exec
DELETE FROM recovery_codes WHERE account_id = @account_id;

-- name: ConfirmSession :execrows
UPDATE sessions SET confirmed_at = @now::timestamptz, confirmed_by = nullif(@passkey_id::text, '')::uuid
WHERE id = @id AND account_id = @account_id AND ended_at IS NULL;

-- name: EndConfirmations :exec
UPDATE sessions SET confirmed_at = NULL, confirmed_by = NULL WHERE account_id = @account_id AND confirmed_by = @passkey_id::uuid;
