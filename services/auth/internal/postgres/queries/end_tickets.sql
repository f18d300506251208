DELETE FROM tickets WHERE account_id = $1 AND (authenticated_at < $2 OR authenticated_at IS NULL)
