SELECT artist_id FROM payout_updates WHERE status = 'cooling' AND not_before <= $1 ORDER BY not_before LIMIT 100
