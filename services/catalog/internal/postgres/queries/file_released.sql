UPDATE media_files SET claimed_at = NULL WHERE hash = $1
