-- +goose Up
-- A date in the words of a museum, such as "c. 1890", and the years that it means. year is the first one, or the only one of a date without words.
-- It is NULL if the words mean no year or, as in "before 1600", only a last one.
-- Years are as in the museum's words: -500 is 500 BC, and there is no year 0.
ALTER TABLE artworks
    ADD COLUMN dated text NOT NULL DEFAULT '',
    ADD COLUMN year_last int;
ALTER TABLE artworks ADD CONSTRAINT artworks_dated CHECK (char_length(dated) <= 100) NOT VALID;
