UPDATE media_files SET failed = $2 WHERE hash = $1
