-- +goose Up

-- Orders that are gifts, by the order's id. The recipient accepts with a link, and only the hash of its secret is stored. emails counts how
-- often a link was sent.
CREATE TABLE gifts (
    id           text PRIMARY KEY,
    token_id     bigint NOT NULL,
    account_id   text NOT NULL,
    from_name    text NOT NULL,
    email        text NOT NULL CHECK (length(email) <= 254),
    message      text NOT NULL CHECK (length(message) <= 280),
    image_url    text NOT NULL,
    status       text NOT NULL CHECK (status IN ('pending', 'waiting', 'accepted', 'cancelled', 'refunded')),
    reason       text NOT NULL DEFAULT '',
    secret_hash  bytea UNIQUE,
    emails       integer NOT NULL DEFAULT 0 CHECK (emails BETWEEN 0 AND 5),
    emailed_at   timestamptz,
    recipient_id text,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at     timestamptz,
    CHECK ((status = 'accepted') = (recipient_id IS NOT NULL)),
    CHECK (recipient_id <> account_id),
    CHECK ((status IN ('accepted', 'cancelled', 'refunded')) = (ended_at IS NOT NULL)),
    CHECK (status <> 'waiting' OR secret_hash IS NOT NULL),
    CHECK ((emails = 0) = (emailed_at IS NULL))
);
CREATE UNIQUE INDEX gifts_live ON gifts (token_id) WHERE status IN ('pending', 'waiting');
CREATE INDEX gifts_account ON gifts (account_id);
CREATE INDEX gifts_recipient ON gifts (recipient_id) WHERE recipient_id IS NOT NULL;
INSERT INTO transitions VALUES
    ('gifts', 'pending', 'waiting'),
    ('gifts', 'pending', 'cancelled'),
    ('gifts', 'pending', 'refunded'),
    ('gifts', 'waiting', 'accepted'),
    ('gifts', 'waiting', 'cancelled'),
    ('gifts', 'waiting', 'refunded');
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON gifts FOR EACH ROW EXECUTE FUNCTION guard_status();

-- A token of an order changes its account only by an accepted gift, even if there is a bug in the code.
-- +goose StatementBegin
CREATE FUNCTION guard_token_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM gifts WHERE id = NEW.checkout_id AND account_id = OLD.account_id AND recipient_id = NEW.account_id) THEN
        RAISE EXCEPTION 'token %: it belongs to another account, which has not given it away', OLD.token_id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_token_account';
    END IF;
    RETURN NEW;
END $$;

-- The token of a pending gift can't leave the vault.
CREATE FUNCTION guard_gift_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM gifts g JOIN tokens t ON t.checkout_id = g.id WHERE t.token_id = NEW.token_id AND g.status IN ('pending', 'waiting')) THEN
        RAISE EXCEPTION 'token %: it is a gift that waits for its recipient', NEW.token_id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_gift_withdrawal';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard_account BEFORE UPDATE OF account_id ON tokens FOR EACH ROW
    WHEN (OLD.account_id <> NEW.account_id AND OLD.checkout_id = NEW.checkout_id) EXECUTE FUNCTION guard_token_account();
CREATE TRIGGER guard_gift BEFORE INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION guard_gift_withdrawal();
