-- +goose Up

-- Drafts of an artist's own page: the artist's text, and the page's text at the time. NULL for an artwork.
ALTER TABLE drafts ADD COLUMN profile jsonb, ADD COLUMN profile_before jsonb,
    ADD CONSTRAINT drafts_profile CHECK ((profile IS NULL) = (profile_before IS NULL)),
    DROP CONSTRAINT drafts_check1,
    ADD CONSTRAINT drafts_artwork CHECK ((state = 'accepted' AND profile IS NULL) = (artwork_id IS NOT NULL)),
    DROP CONSTRAINT drafts_check3,
    ADD CONSTRAINT drafts_complete CHECK (state = 'draft' OR profile IS NOT NULL OR title <> '' AND category <> '' AND alt <> '' AND edition_size > 0 AND media IS NOT NULL);
-- An artist changes their page in one draft at a time.
CREATE UNIQUE INDEX drafts_open_profile ON drafts (artist_id) WHERE profile IS NOT NULL AND state <> 'accepted';

-- Whether the portrait is from the studio. It stays as long as the artist's file doesn't change, like edited texts.
ALTER TABLE artists ADD COLUMN portrait_edited boolean NOT NULL DEFAULT false;
