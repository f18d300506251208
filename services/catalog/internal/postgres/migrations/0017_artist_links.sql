-- +goose Up

-- Earnings follow the link between an artist and an account. A link that replaces an earlier one waits here until it takes effect, and
-- until then the earlier one stays: nobody can redirect an artist's earnings before the artist has noticed.
CREATE TABLE artist_links (
    artist_id    bigint PRIMARY KEY REFERENCES artists,
    account      text NOT NULL CHECK (account <> ''),
    -- Whether staff made it. An import drops only a link that content made.
    by_staff     boolean NOT NULL,
    requested_at timestamptz NOT NULL DEFAULT now(),
    effective_at timestamptz NOT NULL
);
CREATE INDEX artist_links_effective ON artist_links (effective_at);

-- Whether the artist was ever linked: only the first link takes effect immediately. An unlinked artist was linked before.
ALTER TABLE artists ADD COLUMN linked_before boolean NOT NULL DEFAULT false,
    -- When the current link took effect, NULL if that was before this was recorded.
    ADD COLUMN linked_at timestamptz;
UPDATE artists a SET linked_before = true
WHERE account <> '' OR EXISTS (SELECT FROM content_changes c WHERE c.kind = 'artist' AND c.entry_id = a.id AND c.action = 'link');

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION artist_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' OR lower(NEW.account) <> lower(OLD.account) THEN
        NEW.account_id := CASE WHEN position('@' IN NEW.account) = 0 THEN lower(NEW.account) ELSE '' END;
        NEW.linked_at := CASE WHEN NEW.account <> '' THEN now() END;
    END IF;
    NEW.linked_before := NEW.linked_before OR NEW.account <> '';
    RETURN NEW;
END $$;
-- +goose StatementEnd
