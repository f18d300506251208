-- name: CreateIdentity :one
-- CreateIdentity returns no row if the identity has an account.
INSERT INTO accounts (id, issuer, subject, created_at) VALUES (@id, @issuer::text, @subject::text, @created_at)
ON CONFLICT ON CONSTRAINT accounts_identity DO NOTHING
RETURNING id;

-- name: CreateWalletAccount :exec
INSERT INTO accounts (id, created_at) VALUES (@id, @created_at);

-- name: ReadAccount :one
SELECT * FROM accounts WHERE id = @id;

-- name: LockAccount :one
SELECT * FROM accounts WHERE id = @id FOR UPDATE;

-- name: AccountOfIdentity :one
SELECT id FROM accounts WHERE issuer = @issuer::text AND subject = @subject::text;

-- name: UpdateAccount :exec
UPDATE accounts
SET email = @email, email_verified = @email_verified, disabled = @disabled, credentials_changed_at = @credentials_changed_at,
    password_changed_at = @password_changed_at, login_methods = @login_methods, login_methods_at = @login_methods_at, version = @version
WHERE id = @id;
