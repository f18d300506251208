-- +goose Up
-- Pictures are made again, for their accents. Until then they keep what was made of them.
UPDATE media_files SET made_at = NULL WHERE made IS NOT NULL AND NOT made ? 'accent' AND failed = '';
