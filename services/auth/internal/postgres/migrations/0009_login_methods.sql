-- +goose Up

-- How the person last logged in at the provider: the amr of its ID token, sorted, empty if the provider named none, and that login's
-- time. Null before the first login since this migration.
ALTER TABLE accounts ADD COLUMN login_methods text[], ADD COLUMN login_methods_at timestamptz,
    ADD CHECK ((login_methods IS NULL) = (login_methods_at IS NULL));
