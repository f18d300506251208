-- The media of suggestions, by kind and id.
SELECT 'ARTWORK', id, media -> 0 FROM artworks WHERE id = ANY ($1::bigint[]) AND media IS NOT NULL
UNION ALL SELECT 'ARTIST', id, portrait FROM artists WHERE id = ANY ($2::bigint[]) AND portrait IS NOT NULL
UNION ALL SELECT 'DROP', id, cover FROM drops WHERE id = ANY ($3::bigint[]) AND cover IS NOT NULL
UNION ALL SELECT 'POST', id, cover FROM posts WHERE id = ANY ($4::bigint[]) AND cover IS NOT NULL
