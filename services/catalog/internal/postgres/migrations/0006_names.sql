-- +goose Up

-- The names of a work and of its artist without case and accents, for a search that finds no work by whole words.
CREATE FUNCTION artwork_names(title_key text, artist_key text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
$$ SELECT to_tsvector('pg_catalog.simple', title_key || ' ' || artist_key) $$;
CREATE INDEX artworks_names ON artworks USING gin (artwork_names(title_key, artist_key)) WHERE published;
