-- +goose Up

-- The schedule of a drop that sells in phases. version guards against lost updates of staff.
CREATE TABLE phase_schedules (
    drop_id bigint PRIMARY KEY CHECK (drop_id > 0),
    version bigint NOT NULL CHECK (version > 0)
);

-- A phase sells a drop's artworks to some people for a while. Without an end it lasts until the drop ends.
CREATE TABLE phases (
    id        uuid PRIMARY KEY,
    drop_id   bigint NOT NULL REFERENCES phase_schedules,
    name      text NOT NULL CHECK (name <> ''),
    kind      text NOT NULL CHECK (kind IN ('allow_list', 'holders', 'public')),
    starts_at timestamptz NOT NULL,
    ends_at   timestamptz,
    -- Editions per account; 0 means no limit.
    cap       integer NOT NULL DEFAULT 0 CHECK (cap >= 0),
    paused_at timestamptz,
    CHECK (ends_at > starts_at),
    -- At most one phase of a drop is open at a time. Deferred, because staff move several phases at once.
    CONSTRAINT phases_overlap EXCLUDE USING gist (int8range(drop_id, drop_id, '[]') WITH &&, tstzrange(starts_at, ends_at) WITH &&)
        DEFERRABLE INITIALLY DEFERRED
);

-- An artwork without a row keeps its own price.
CREATE TABLE phase_prices (
    phase_id   uuid NOT NULL REFERENCES phases ON DELETE CASCADE,
    artwork_id bigint NOT NULL CHECK (artwork_id > 0),
    amount     bigint NOT NULL CHECK (amount > 0),
    currency   text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    PRIMARY KEY (phase_id, artwork_id)
);

-- The accounts and wallets on an allow list. Wallets are in lower case.
CREATE TABLE phase_members (
    phase_id uuid NOT NULL REFERENCES phases ON DELETE CASCADE,
    account_id text NOT NULL DEFAULT '',
    wallet   text NOT NULL DEFAULT '' CHECK (wallet = lower(wallet)),
    PRIMARY KEY (phase_id, account_id, wallet),
    CHECK ((account_id = '') <> (wallet = ''))
);
CREATE INDEX phase_members_account ON phase_members (account_id) WHERE account_id <> '';
CREATE INDEX phase_members_wallet ON phase_members (wallet) WHERE wallet <> '';

-- Holders of one of these tokens may buy. block is the final block that counts; 0 means the newest final one.
CREATE TABLE phase_tokens (
    phase_id   uuid NOT NULL REFERENCES phases ON DELETE CASCADE,
    chain_id   bigint NOT NULL DEFAULT 0,
    token_from bigint NOT NULL CHECK (token_from > 0),
    token_to   bigint NOT NULL CHECK (token_to >= token_from),
    block      bigint NOT NULL DEFAULT 0 CHECK (block >= 0),
    PRIMARY KEY (phase_id, chain_id, token_from)
);

-- Changes by staff. schedule is the whole schedule afterwards.
CREATE TABLE phase_history (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    drop_id    bigint NOT NULL,
    version    bigint NOT NULL,
    action     text NOT NULL CHECK (action IN ('save', 'members', 'pause', 'resume')),
    phase_id   uuid,
    decided_by text NOT NULL CHECK (decided_by <> ''),
    note       text NOT NULL DEFAULT '',
    schedule   jsonb NOT NULL,
    at         timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX phase_history_drop ON phase_history (drop_id, id DESC);
CREATE TRIGGER phase_history_append_only BEFORE UPDATE OR DELETE ON phase_history FOR EACH ROW EXECUTE FUNCTION append_only();

-- The phase that an order was made in. Its price is the order's.
ALTER TABLE checkouts ADD COLUMN phase_id uuid REFERENCES phases;
CREATE INDEX checkouts_phase ON checkouts (phase_id, account_id) WHERE phase_id IS NOT NULL;

-- An order follows the rules of its phase, even if there is a bug in the code: the phase is open and not paused when the order is made, the
-- price is the phase's, and an account doesn't hold and own more editions than the cap. An order that ended doesn't count, and can't be
-- reopened above the cap.
-- +goose StatementBegin
CREATE FUNCTION guard_phase() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    p     phases%ROWTYPE;
    price bigint;
    taken integer;
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.phase_id, NEW.price_amount) IS DISTINCT FROM (OLD.phase_id, OLD.price_amount) THEN
        RAISE EXCEPTION 'order %: its phase and price never change', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'phase_price';
    END IF;
    SELECT * INTO p FROM phases WHERE id = NEW.phase_id;
    IF TG_OP = 'INSERT' THEN
        IF p.paused_at IS NOT NULL OR NEW.created_at < p.starts_at OR NEW.created_at >= p.ends_at THEN
            RAISE EXCEPTION 'phase % is not open', NEW.phase_id USING ERRCODE = 'check_violation', CONSTRAINT = 'phase_open';
        END IF;
        SELECT amount INTO price FROM phase_prices WHERE phase_id = NEW.phase_id AND artwork_id = NEW.artwork_id;
        IF price <> NEW.price_amount THEN
            RAISE EXCEPTION 'phase %: the price is %, not %', NEW.phase_id, price, NEW.price_amount USING ERRCODE = 'check_violation', CONSTRAINT = 'phase_price';
        END IF;
    ELSIF NOT (OLD.status IN ('expired', 'cancelled', 'in_review') AND NEW.status IN ('payment_seen', 'confirming', 'paid')) THEN
        RETURN NEW;
    END IF;
    IF p.cap > 0 THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('checkout.phase:' || NEW.phase_id || ':' || NEW.account_id, 0));
        SELECT count(*) INTO taken FROM checkouts
        WHERE phase_id = NEW.phase_id AND account_id = NEW.account_id AND id <> NEW.id AND status NOT IN ('expired', 'cancelled', 'refunded');
        IF taken >= p.cap THEN
            RAISE EXCEPTION 'phase %: % editions is the cap of an account', NEW.phase_id, p.cap USING ERRCODE = 'check_violation', CONSTRAINT = 'phase_cap';
        END IF;
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard_phase_insert BEFORE INSERT ON checkouts FOR EACH ROW WHEN (NEW.phase_id IS NOT NULL) EXECUTE FUNCTION guard_phase();
CREATE TRIGGER guard_phase_update BEFORE UPDATE ON checkouts FOR EACH ROW WHEN (OLD.phase_id IS NOT NULL) EXECUTE FUNCTION guard_phase();
