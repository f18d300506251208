-- Where a media file is used: kind, id and the media as stored.
SELECT 'artworks', id, media FROM artworks WHERE media @> jsonb_build_array(jsonb_build_object('hash', $1::text))
UNION ALL SELECT 'artists', id, portrait FROM artists WHERE portrait @> jsonb_build_object('hash', $1::text)
UNION ALL SELECT 'curators', id, portrait FROM curators WHERE portrait @> jsonb_build_object('hash', $1::text)
UNION ALL SELECT 'drops', id, cover FROM drops WHERE cover @> jsonb_build_object('hash', $1::text)
UNION ALL SELECT 'posts', id, cover FROM posts WHERE cover @> jsonb_build_object('hash', $1::text)
