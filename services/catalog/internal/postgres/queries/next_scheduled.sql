-- When pages next show something else by themselves after $1. A work's sale has the window of its drop.
SELECT least(
    (SELECT min(visible_from) FROM artworks WHERE published AND visible_from > $1),
    (SELECT min(starts_at) FROM drops WHERE published AND starts_at > $1),
    (SELECT min(ends_at) FROM drops WHERE published AND ends_at > $1),
    (SELECT min(published_at) FROM posts WHERE published AND published_at > $1)
)
