SELECT x.id::text, x.chain_id, x.sender, x.kind, x.subject, x.token_id, x.contract, x.data, x.status, coalesce(x.nonce, 0), x.mined_number, x.sent_at
FROM tokens k
JOIN transactions x ON x.token_id = k.token_id AND x.chain_id = k.chain_id AND x.kind = 'mint' AND x.status = 'final'
JOIN cursors c ON c.chain_id = k.chain_id
WHERE k.chain_id = $1 AND k.status = 'minting' AND x.sender = $2 AND x.mined_number + 64 <= c.finalized
