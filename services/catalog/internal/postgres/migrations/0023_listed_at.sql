-- +goose Up

-- The time that the numbered listing was built for: artworks that became public later are not in it yet. The first check after this
-- migration rebuilds it.
ALTER TABLE told ADD COLUMN listed_at timestamptz NOT NULL DEFAULT '-infinity';
