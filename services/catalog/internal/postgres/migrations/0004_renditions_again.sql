-- +goose Up

-- Renditions of WebP originals had pale colours. All are made again, under new names; pages show the old ones until then.
UPDATE media_files SET made_at = NULL, claimed_at = NULL WHERE made IS NOT NULL;
