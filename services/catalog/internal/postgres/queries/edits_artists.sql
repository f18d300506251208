SELECT id, entry_hash, account FROM artists WHERE source = $1 AND edited
