INSERT INTO accounts (id, issuer, subject, email, email_verified, created_at)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT ON CONSTRAINT accounts_identity DO UPDATE
SET email                  = excluded.email,
    email_verified         = excluded.email_verified,
    credentials_changed_at = CASE
        WHEN accounts.email <> '' AND accounts.email <> excluded.email THEN excluded.created_at
        ELSE accounts.credentials_changed_at END
RETURNING id::text
