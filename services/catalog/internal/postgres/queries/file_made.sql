UPDATE media_files SET made = $2, made_at = now() WHERE hash = $1 AND protected = $3
