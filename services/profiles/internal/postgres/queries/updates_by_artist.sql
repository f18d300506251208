SELECT id::text, account_id::text, artist_id, artist_name, email, address, previous_address, status, requested_at, not_before, owner_approved_at, name
FROM payout_updates
WHERE artist_id = $1
ORDER BY requested_at DESC, id DESC
LIMIT 100
