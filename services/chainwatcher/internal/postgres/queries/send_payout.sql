-- The payout that a Withdrawn event belongs to: one of its signed transactions holds it.
UPDATE payouts p SET status = 'sent', tx_hash = $3, sent_number = $4
WHERE p.chain_id = $1 AND lower(p.payee) = lower($2) AND p.status = 'queued' AND EXISTS (
    SELECT FROM attempts a JOIN transactions t ON t.id = a.transaction_id
    WHERE t.kind = 'payout' AND t.subject = p.id::text AND a.hash = $3)
