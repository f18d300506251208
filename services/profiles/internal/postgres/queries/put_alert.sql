INSERT INTO payout_alerts (hash, update_id, expires_at) VALUES ($1, $2, $3)
