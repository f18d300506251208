SELECT hash, made FROM media_files WHERE made IS NOT NULL AND hash = ANY ($1)
