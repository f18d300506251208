-- Every wallet that is or was in force for an artist, newest first.
SELECT u.address FROM payout_updates u
JOIN payout_history h ON h.update_id = u.id AND h.to_status = 'active'
WHERE u.artist_id = $1
GROUP BY u.address
ORDER BY max(h.id) DESC
