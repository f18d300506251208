SELECT id::text FROM accounts WHERE issuer = $1 AND subject = $2
