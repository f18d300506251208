SELECT token_id FROM tokens WHERE token_id = $1 FOR UPDATE
