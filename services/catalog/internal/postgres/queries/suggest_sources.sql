-- What can be suggested besides artworks, as it is now. Techniques come as they are written, with the number of their works.
SELECT 'ARTIST', id, slug, name, works, '-infinity'::timestamptz FROM artists WHERE published
UNION ALL SELECT 'DROP', id, slug, title, 0, '-infinity' FROM drops WHERE published
UNION ALL SELECT 'POST', id, slug, title, 0, published_at FROM posts WHERE published
UNION ALL SELECT 'TECHNIQUE', 0, '', name, works, '-infinity' FROM categories WHERE works > 0
UNION ALL (
    SELECT 'TECHNIQUE', 0, '', medium, count(*)::int, '-infinity'
    FROM artworks
    WHERE published AND visible_from <= $1 AND medium <> ''
    GROUP BY medium
)
