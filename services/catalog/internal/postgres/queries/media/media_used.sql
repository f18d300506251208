-- Where a media file is used: table, id, slug, whether the entry is published, and the media as stored.
SELECT 'artworks', id, slug, published, media FROM artworks WHERE media @> jsonb_build_array(jsonb_build_object('hash', $1::text))
UNION ALL SELECT 'artists', id, slug, published, portrait FROM artists WHERE portrait @> jsonb_build_object('hash', $1::text)
UNION ALL SELECT 'curators', id, slug, published, portrait FROM curators WHERE portrait @> jsonb_build_object('hash', $1::text)
UNION ALL SELECT 'drops', id, slug, published, cover FROM drops WHERE cover @> jsonb_build_object('hash', $1::text)
UNION ALL SELECT 'posts', id, slug, published, cover FROM posts WHERE cover @> jsonb_build_object('hash', $1::text)
