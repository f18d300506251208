-- Whether anything is to be done at $1: a moment has passed since the last turn, the numbered listing does not hold every public artwork,
-- or the vocabulary of suggestions was never built.
SELECT EXISTS (SELECT FROM drops, told WHERE published AND (starts_at > told.at AND starts_at <= $1 OR ends_at > told.at AND ends_at <= $1))
    OR EXISTS (SELECT FROM posts, told WHERE published AND published_at > told.at AND published_at <= $1)
    OR (SELECT count(*) FROM artworks WHERE published AND visible_from <= $1) <> (SELECT coalesce(max(position), 0) FROM newest)
    OR NOT EXISTS (SELECT FROM words) AND EXISTS (SELECT FROM artworks WHERE published)
