-- +goose NO TRANSACTION
-- +goose Up

-- Staff search for the newest orders whose title or email address begins with a text. With all columns of the search, Postgres finds them
-- without reading the orders. An invalid index from a failed attempt is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS checkouts_title_newest;
CREATE INDEX CONCURRENTLY checkouts_title_newest ON checkouts ((lower(artwork_title) COLLATE "C"), created_at DESC, id DESC) INCLUDE (status, artwork_title);
DROP INDEX CONCURRENTLY IF EXISTS checkouts_email_newest;
CREATE INDEX CONCURRENTLY checkouts_email_newest ON checkouts ((lower(email) COLLATE "C"), created_at DESC, id DESC) INCLUDE (status, email) WHERE email <> '';
DROP INDEX CONCURRENTLY IF EXISTS checkouts_created;
CREATE INDEX CONCURRENTLY checkouts_created ON checkouts (created_at DESC, id DESC);
DROP INDEX CONCURRENTLY IF EXISTS checkouts_title;
DROP INDEX CONCURRENTLY IF EXISTS checkouts_email;
