UPDATE accounts
SET email = $2, email_verified = $3, disabled = $4, credentials_changed_at = $5, password_changed_at = $6, version = $7
WHERE id = $1
