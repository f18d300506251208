SELECT id::text, account_id::text, artist_id, artist_name, email, address, previous_address, status, requested_at, not_before, owner_approved_at, name
FROM payout_updates
WHERE status = 'cooling' AND not_before <= $1
ORDER BY not_before
LIMIT 100
