SELECT session_id::text, generation FROM refresh_tokens WHERE hash = $1
