-- +goose Up

CREATE TABLE profiles (
    id            uuid PRIMARY KEY,
    owner_id      uuid NOT NULL UNIQUE,
    name          text NOT NULL DEFAULT '',
    email         text NOT NULL DEFAULT '',
    first_name    text NOT NULL DEFAULT '',
    last_name     text NOT NULL DEFAULT '',
    avatar        text NOT NULL DEFAULT '',
    avatar_width  integer NOT NULL DEFAULT 0,
    avatar_height integer NOT NULL DEFAULT 0,
    created_at    timestamptz NOT NULL,
    updated_at    timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE artist_wallets (
    artist_id bigint PRIMARY KEY,
    address   text NOT NULL DEFAULT '',
    frozen    boolean NOT NULL DEFAULT false,
    version   bigint NOT NULL DEFAULT 0
);

-- Allowed transitions. A test compares them with the table in the code.
CREATE TABLE payout_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    PRIMARY KEY (from_status, to_status)
);
INSERT INTO payout_transitions (from_status, to_status) VALUES
    ('requested', 'awaiting_approval'), ('requested', 'cancelled'), ('requested', 'superseded'), ('requested', 'frozen'),
    ('awaiting_approval', 'approved'), ('awaiting_approval', 'rejected'), ('awaiting_approval', 'expired'),
    ('awaiting_approval', 'cancelled'), ('awaiting_approval', 'superseded'), ('awaiting_approval', 'frozen'),
    ('approved', 'cooling'), ('approved', 'cancelled'), ('approved', 'superseded'), ('approved', 'frozen'),
    ('cooling', 'active'), ('cooling', 'cancelled'), ('cooling', 'superseded'), ('cooling', 'frozen'),
    ('active', 'superseded'), ('active', 'frozen');

CREATE TABLE payout_updates (
    id               uuid PRIMARY KEY,
    account_id       uuid NOT NULL,
    artist_id        bigint NOT NULL REFERENCES artist_wallets (artist_id),
    artist_name      text NOT NULL,
    email            text NOT NULL,
    address          text NOT NULL CHECK (address ~ '^0x[0-9a-fA-F]{40}$'),
    previous_address text NOT NULL DEFAULT '',
    status           text NOT NULL,
    requested_at     timestamptz NOT NULL,
    not_before       timestamptz,
    version          integer NOT NULL DEFAULT 0,
    CHECK (status <> 'cooling' OR not_before IS NOT NULL)
);
CREATE UNIQUE INDEX payout_updates_pending ON payout_updates (artist_id)
    WHERE status IN ('requested', 'awaiting_approval', 'approved', 'cooling');
CREATE UNIQUE INDEX payout_updates_active ON payout_updates (artist_id) WHERE status = 'active';
CREATE INDEX payout_updates_account ON payout_updates (account_id, requested_at DESC);
CREATE INDEX payout_updates_due ON payout_updates (not_before) WHERE status = 'cooling';

CREATE TABLE payout_history (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    update_id   uuid NOT NULL REFERENCES payout_updates (id),
    from_status text NOT NULL,
    to_status   text NOT NULL,
    at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX payout_history_update ON payout_history (update_id, id);

-- +goose StatementBegin
CREATE FUNCTION payout_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.status <> 'requested' THEN
            RAISE EXCEPTION 'a change begins as requested, not %', NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_transition';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.status <> OLD.status THEN
        IF NOT EXISTS (SELECT 1 FROM payout_transitions WHERE from_status = OLD.status AND to_status = NEW.status) THEN
            RAISE EXCEPTION 'a change cannot go from % to %', OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'payout_transition';
        END IF;
        NEW.version := OLD.version + 1;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER payout_move BEFORE INSERT OR UPDATE ON payout_updates FOR EACH ROW EXECUTE FUNCTION payout_move();

-- +goose StatementBegin
CREATE FUNCTION payout_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO payout_history (update_id, from_status, to_status) VALUES (NEW.id, '', NEW.status);
    ELSIF NEW.status <> OLD.status THEN
        INSERT INTO payout_history (update_id, from_status, to_status) VALUES (NEW.id, OLD.status, NEW.status);
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER payout_record AFTER INSERT OR UPDATE ON payout_updates FOR EACH ROW EXECUTE FUNCTION payout_record();

-- Links in emails that stop a change; only hashes.
CREATE TABLE payout_alerts (
    hash      bytea PRIMARY KEY,
    update_id uuid NOT NULL REFERENCES payout_updates (id)
);
