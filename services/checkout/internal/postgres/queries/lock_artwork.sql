-- Not FOR UPDATE: that would wait for each new checkout, whose foreign key looks at this row.
SELECT size = $2 AND withheld = $3 FROM artworks WHERE artwork_id = $1 FOR NO KEY UPDATE
