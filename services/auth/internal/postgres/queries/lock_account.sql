SELECT id::text, coalesce(issuer, ''), coalesce(subject, ''), email, email_verified, credentials_changed_at, password_changed_at, disabled, created_at, version
FROM accounts
WHERE id = $1
FOR UPDATE
