INSERT INTO payout_alerts (hash, update_id) VALUES ($1, $2)
