UPDATE withdrawals w SET status = 'final', tx_hash = f.tx_hash
FROM transactions x, attempts a, transfers f
WHERE w.status IN ('signing', 'broadcast', 'mined') AND w.chain_id = $1 AND x.kind = 'withdrawal' AND x.subject = w.id::text
    AND a.transaction_id = x.id AND f.chain_id = w.chain_id AND f.token_id = w.token_id AND f.tx_hash = a.hash AND f.final
RETURNING w.id::text, w.token_id
