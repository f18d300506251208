-- +goose Up

-- A rendition of 960 pixels joined the others: on high-density screens, cards were blurred at 640 and too large at 1280. All are made
-- again, under new names; pages show the old ones until then.
UPDATE media_files SET made_at = NULL, claimed_at = NULL WHERE made IS NOT NULL;
