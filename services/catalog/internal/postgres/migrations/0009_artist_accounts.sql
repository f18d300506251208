-- +goose Up

-- The account that an artist is linked to. A link that names an account's id has it from the start; a link that names an email address gets
-- it when the first account visits with that address. One account belongs to one artist, however it was linked.
ALTER TABLE artists ADD COLUMN account_id text NOT NULL DEFAULT '';
UPDATE artists SET account_id = lower(account) WHERE account <> '' AND position('@' IN account) = 0;
CREATE UNIQUE INDEX artists_account_id ON artists (account_id) WHERE published AND account_id <> '';

-- A new link clears the account of the previous one, if it is written by an import, by staff or by the command that forgets a person.
-- +goose StatementBegin
CREATE FUNCTION artist_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' OR lower(NEW.account) <> lower(OLD.account) THEN
        NEW.account_id := CASE WHEN position('@' IN NEW.account) = 0 THEN lower(NEW.account) ELSE '' END;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER artist_account BEFORE INSERT OR UPDATE ON artists FOR EACH ROW EXECUTE FUNCTION artist_account();
