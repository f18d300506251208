SELECT %s, w.published FROM artworks w WHERE w.id = $1 FOR UPDATE
