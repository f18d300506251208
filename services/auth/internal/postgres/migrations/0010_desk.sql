-- +goose Up

-- Whether staff blocked the account. The provider's own block is in disabled, which each read of the provider overwrites.
ALTER TABLE accounts ADD COLUMN blocked boolean NOT NULL DEFAULT false;

-- Staff list accounts, and find them by the beginning of an address and by a wallet in any letter case.
CREATE INDEX accounts_created ON accounts (created_at DESC, id DESC);
CREATE INDEX accounts_email ON accounts (lower(email) COLLATE "C") WHERE email <> '';
CREATE INDEX wallets_address ON wallets (lower(address));

-- Actions of staff on accounts. Entries stay as pseudonyms when an account is deleted, so they refer to no row.
CREATE TABLE staff_actions (
    seq        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account_id uuid NOT NULL,
    actor_id   uuid NOT NULL,
    action     text NOT NULL CHECK (action IN ('session_ended', 'sessions_ended', 'blocked', 'unblocked')),
    session_id uuid,
    -- Empty once the account was deleted.
    reason     text NOT NULL CHECK (length(reason) <= 500),
    at         timestamptz NOT NULL,
    CHECK ((action = 'session_ended') = (session_id IS NOT NULL)),
    CONSTRAINT staff_actions_own_block CHECK (action <> 'blocked' OR actor_id <> account_id)
);
CREATE INDEX staff_actions_account ON staff_actions (account_id, seq DESC);

-- +goose StatementBegin
CREATE FUNCTION keep_staff_actions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE erased staff_actions;
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.reason <> '' THEN
            RETURN NEW;
        END IF;
        RAISE EXCEPTION 'an action of staff needs a reason' USING ERRCODE = 'check_violation';
    END IF;
    -- Forgetting a person erases only the reason that staff wrote.
    IF TG_OP = 'UPDATE' THEN
        erased := OLD;
        erased.reason := '';
        IF NEW IS NOT DISTINCT FROM erased THEN
            RETURN NEW;
        END IF;
    END IF;
    RAISE EXCEPTION 'the actions of staff are append-only';
END $$;
-- +goose StatementEnd
CREATE TRIGGER keep BEFORE INSERT OR UPDATE OR DELETE ON staff_actions FOR EACH ROW EXECUTE FUNCTION keep_staff_actions();
CREATE TRIGGER keep_all BEFORE TRUNCATE ON staff_actions FOR EACH STATEMENT EXECUTE FUNCTION keep_staff_actions();
