INSERT INTO requests (id, kind, subject_id, account_id, email, wallets, chain_id, summary, lines, digest, status, created_at, expires_at, work)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
ON CONFLICT (kind, subject_id) DO NOTHING
