-- +goose Up

-- Renditions are made in another way: with colour profiles, from originals that couldn't be read before. All are made again, under new names;
-- pages show the old ones until then. What failed is tried again.
UPDATE media_files SET made_at = NULL WHERE made IS NOT NULL;
UPDATE media_files SET failed = '' WHERE failed <> '';

-- Periodic work of the release before, which nothing runs any more.
-- +goose StatementBegin
DO $$
BEGIN
    IF to_regclass('river_job') IS NOT NULL THEN
        DELETE FROM river_job WHERE kind = 'tiles_requeue';
    END IF;
END $$;
-- +goose StatementEnd
