-- Whether the numbered listing holds every work that is public at $1, and the vocabulary of suggestions was built.
SELECT (SELECT count(*) FROM artworks WHERE published AND visible_from <= $1) = (SELECT coalesce(max(position), 0) FROM newest)
    AND (EXISTS (SELECT FROM words) OR NOT EXISTS (SELECT FROM artworks WHERE published))
