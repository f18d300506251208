-- Drops that began or ended and posts that became public after $1, until $2.
SELECT 'drop', id, slug FROM drops WHERE published AND (starts_at > $1 AND starts_at <= $2 OR ends_at > $1 AND ends_at <= $2)
UNION ALL SELECT 'post', id, slug FROM posts WHERE published AND published_at > $1 AND published_at <= $2
