SELECT EXISTS (SELECT 1 FROM withdrawals WHERE account_id = $1 AND lower(to_address) = lower($2) AND status = 'final')
