-- +goose Up

-- The picture of an imported work, which is stored elsewhere, is in media like every other one, so that whatever reads media finds it. source_url isn't
-- read any more; a later release drops it.
UPDATE artworks SET media = jsonb_build_array(jsonb_build_object('kind', 'image', 'alt', title, 'sourceUrl', source_url))
WHERE media IS NULL AND source_url <> '';
