-- +goose Up

-- The film or recording of a draft, if it isn't a picture, and the location of its file.
ALTER TABLE drafts ADD COLUMN film jsonb, ADD COLUMN film_original text NOT NULL DEFAULT '', ADD COLUMN film_sum text NOT NULL DEFAULT '',
    ADD CONSTRAINT drafts_film CHECK ((film IS NULL) = (film_original = ''));

-- Works from drafts without dimensions were stored with null instead of a list, which no page could read.
UPDATE artworks SET attributes = '[]' WHERE source = 'studio' AND jsonb_typeof(attributes) = 'null';
