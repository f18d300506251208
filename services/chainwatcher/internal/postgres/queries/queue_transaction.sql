INSERT INTO transactions (id, chain_id, sender, kind, subject, token_id, contract, data, status)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'queued') ON CONFLICT (kind, subject) DO NOTHING
