UPDATE payouts SET status = 'queued', tx_hash = '', sent_number = NULL WHERE chain_id = $1 AND sent_number > $2 AND status = 'sent'
