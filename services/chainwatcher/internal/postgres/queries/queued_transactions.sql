SELECT id::text, chain_id, sender, kind, subject, token_id, contract, data, status, coalesce(nonce, 0), mined_number, sent_at
FROM transactions WHERE chain_id = $1 AND sender = $2 AND status = 'queued' AND id <> ALL (coalesce($3::uuid[], '{}')) ORDER BY seq LIMIT $4
