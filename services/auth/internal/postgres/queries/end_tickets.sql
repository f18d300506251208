DELETE FROM tickets WHERE account_id = $1 AND authenticated_at < $2
