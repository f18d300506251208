UPDATE payout_updates SET owner_approved_at = $2 WHERE id = $1 AND owner_approved_at IS NULL
