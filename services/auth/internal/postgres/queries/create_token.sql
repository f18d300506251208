INSERT INTO refresh_tokens (hash, session_id, generation) VALUES ($1, $2, $3)
