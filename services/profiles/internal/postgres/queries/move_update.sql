UPDATE payout_updates SET status = $3, not_before = $4 WHERE id = $1 AND status = $2
