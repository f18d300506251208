SELECT id::text, kind, subject_id, account_id, email, wallets, chain_id, summary, lines, digest, status, created_at, expires_at, decided_at,
    work, outcome, outcome_at, transaction_hash
FROM requests r
WHERE (r.id = nullif($1, '')::uuid) OR (r.kind = $2 AND r.subject_id = $3) OR r.id = (SELECT request_id FROM links WHERE secret_hash = $4)
