INSERT INTO accounts (id, issuer, subject, created_at) VALUES ($1, $2, $3, $4)
ON CONFLICT ON CONSTRAINT accounts_identity DO NOTHING
RETURNING id::text
