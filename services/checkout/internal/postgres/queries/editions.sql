SELECT artwork_id, size, sold, held FROM artworks WHERE sold + held > 0 ORDER BY artwork_id LIMIT $1
