-- +goose NO TRANSACTION
-- +goose Up

-- Staff search for the newest accounts whose address begins with a text. With all columns of the search, Postgres finds them without reading
-- the accounts. An invalid index from a failed attempt is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS accounts_email_newest;
CREATE INDEX CONCURRENTLY accounts_email_newest ON accounts ((lower(email) COLLATE "C"), created_at DESC, id DESC) INCLUDE (email) WHERE email <> '';
DROP INDEX CONCURRENTLY IF EXISTS accounts_email;
