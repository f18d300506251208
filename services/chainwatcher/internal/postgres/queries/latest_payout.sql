SELECT max(requested_at), coalesce(bool_or(status IN ('queued', 'sent')), false) FROM payouts
WHERE chain_id = $1 AND lower(payee) = lower($2) AND status <> 'failed'
