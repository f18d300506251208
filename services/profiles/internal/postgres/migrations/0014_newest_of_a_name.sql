-- +goose NO TRANSACTION
-- +goose Up

-- Staff search for the newest profiles whose first, last, full or display name begins with a text. With all columns of the search, Postgres finds
-- them without reading the profiles. An invalid index from a failed attempt is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS profiles_full_name;
CREATE INDEX CONCURRENTLY profiles_full_name ON profiles ((lower(first_name || ' ' || last_name) COLLATE "C"), created_at DESC, id DESC)
    INCLUDE (first_name, last_name);
DROP INDEX CONCURRENTLY IF EXISTS profiles_last_name;
CREATE INDEX CONCURRENTLY profiles_last_name ON profiles ((lower(last_name) COLLATE "C"), created_at DESC, id DESC) INCLUDE (last_name);
DROP INDEX CONCURRENTLY IF EXISTS profiles_name;
CREATE INDEX CONCURRENTLY profiles_name ON profiles ((lower(name) COLLATE "C"), created_at DESC, id DESC) INCLUDE (name) WHERE name <> '';
DROP INDEX CONCURRENTLY IF EXISTS profiles_created;
CREATE INDEX CONCURRENTLY profiles_created ON profiles (created_at DESC, id DESC);
