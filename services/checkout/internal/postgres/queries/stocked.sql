SELECT EXISTS (SELECT FROM artworks WHERE artwork_id = $1 AND size = $2 AND withheld = $3)
