SELECT original FROM artworks WHERE id = $1 AND published AND visible_from <= $2 AND original <> ''
