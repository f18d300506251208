-- +goose Up

-- The families of colours in the first picture of an artwork, as they were found when its renditions were made.
-- +goose StatementBegin
CREATE FUNCTION media_colors(media jsonb) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$
    SELECT coalesce(array_agg(c), '{}')
    FROM jsonb_array_elements_text(CASE WHEN jsonb_typeof(media -> 0 -> 'colors') = 'array' THEN media -> 0 -> 'colors' ELSE '[]' END) AS t (c)
$$;
-- +goose StatementEnd

ALTER TABLE artworks
    ADD COLUMN colors text[] NOT NULL GENERATED ALWAYS AS (media_colors(media)) STORED,
    -- A work's technique: its medium up to the first comma.
    ADD COLUMN technique text NOT NULL GENERATED ALWAYS AS (lower(btrim(split_part(medium, ',', 1)))) STORED;

CREATE INDEX artworks_colors ON artworks USING gin (colors) WHERE published;
CREATE INDEX artworks_technique ON artworks (technique, published_at DESC, id) INCLUDE (visible_from) WHERE published;

-- All renditions are made again to extract colours. Pages show the renditions that exist until then.
UPDATE media_files SET made_at = NULL WHERE made IS NOT NULL;
