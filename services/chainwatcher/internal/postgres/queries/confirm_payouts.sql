UPDATE payouts SET status = 'confirmed' WHERE chain_id = $1 AND sent_number <= $2 AND status = 'sent'
