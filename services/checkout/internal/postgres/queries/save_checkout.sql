UPDATE checkouts SET
    version = version + 1, reason = $3, method = $4, updated_at = $5, paid_at = $6, completed_at = $7, transaction_hash = $8,
    mint_hash = $9, mint_chain_id = $10, dispute_version = $11, receipt_year = $12, receipt_number = $13,
    billing_country = $14, immediate_delivery = $15, card_decline = $16
WHERE id = $1 AND version = $2
