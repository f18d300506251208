-- +goose NO TRANSACTION
-- +goose Up

-- Staff search for the requests of an address. An invalid index from a failed attempt is dropped first.
DROP INDEX CONCURRENTLY IF EXISTS requests_email;
CREATE INDEX CONCURRENTLY requests_email ON requests (lower(email)) WHERE email <> '';
