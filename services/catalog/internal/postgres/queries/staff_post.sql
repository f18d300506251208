SELECT id, slug, title, category, summary, body, author, cover, published_at, published FROM posts WHERE id = $1
