-- +goose Up

-- Changes of a wallet account's email. Both addresses confirm it with the secret of a link, of which only the hash is stored.
CREATE TABLE email_changes (
    id                uuid PRIMARY KEY,
    account_id        uuid NOT NULL,
    current_email     text NOT NULL,
    new_email         text NOT NULL,
    current_hash      bytea NOT NULL UNIQUE,
    new_hash          bytea NOT NULL UNIQUE,
    status            text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'done', 'rejected', 'cancelled', 'replaced', 'expired')),
    current_confirmed boolean NOT NULL DEFAULT false,
    new_confirmed     boolean NOT NULL DEFAULT false,
    requested_at      timestamptz NOT NULL,
    expires_at        timestamptz NOT NULL CHECK (expires_at > requested_at),
    CHECK (status <> 'done' OR (current_confirmed AND new_confirmed))
);
CREATE UNIQUE INDEX email_changes_pending ON email_changes (account_id) WHERE status = 'pending';
CREATE INDEX email_changes_account ON email_changes (account_id, requested_at);

-- Only a pending change can change.
-- +goose StatementBegin
CREATE FUNCTION guard_email_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status <> 'pending' AND NEW.status <> OLD.status THEN
        RAISE EXCEPTION 'email change % is %', OLD.id, OLD.status;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard_email_change BEFORE UPDATE ON email_changes FOR EACH ROW EXECUTE FUNCTION guard_email_change();
