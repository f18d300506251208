SELECT id, entry_hash, title, summary, body, category, published FROM posts WHERE source = $1 AND edited
