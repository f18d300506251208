-- Whether the numbered listing holds every work that is public at $1.
SELECT (SELECT count(*) FROM artworks WHERE published AND visible_from <= $1) = (SELECT coalesce(max(position), 0) FROM newest)
