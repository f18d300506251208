SELECT u.id::text, account_id::text, artist_id, artist_name, email, address, previous_address, status, requested_at, not_before, owner_approved_at, name,
    a.expires_at
FROM payout_alerts a JOIN payout_updates u ON u.id = a.update_id
WHERE a.hash = $1
