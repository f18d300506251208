-- +goose Up

-- Counts of an artwork's editions. A change locks this row last.
CREATE TABLE artworks (
    artwork_id bigint PRIMARY KEY CHECK (artwork_id > 0),
    size       integer NOT NULL CHECK (size >= 0),
    withheld   integer[] NOT NULL DEFAULT '{}',
    units      integer NOT NULL DEFAULT 0,
    held       integer NOT NULL DEFAULT 0 CHECK (held >= 0),
    sold       integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
    version    bigint NOT NULL DEFAULT 0,
    CONSTRAINT no_oversell CHECK (held + sold <= units)
);

-- Allowed transitions; the same rows as in the code.
CREATE TABLE checkout_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    PRIMARY KEY (from_status, to_status)
);
INSERT INTO checkout_transitions (from_status, to_status) VALUES
    ('reserved', 'awaiting_payment'), ('reserved', 'expired'), ('reserved', 'cancelled'),
    ('awaiting_payment', 'payment_seen'), ('awaiting_payment', 'payment_failed'), ('awaiting_payment', 'expired'),
    ('awaiting_payment', 'cancelled'), ('awaiting_payment', 'in_review'),
    ('payment_failed', 'awaiting_payment'), ('payment_failed', 'payment_seen'), ('payment_failed', 'expired'),
    ('payment_failed', 'cancelled'), ('payment_failed', 'in_review'),
    ('payment_seen', 'confirming'), ('payment_seen', 'paid'), ('payment_seen', 'payment_failed'),
    ('payment_seen', 'reverted'), ('payment_seen', 'in_review'),
    ('confirming', 'paid'), ('confirming', 'reverted'), ('confirming', 'in_review'),
    ('reverted', 'awaiting_payment'), ('reverted', 'payment_seen'), ('reverted', 'expired'), ('reverted', 'in_review'),
    ('paid', 'delivering'),
    ('delivering', 'completed'), ('delivering', 'disputed'), ('delivering', 'refund_pending'), ('delivering', 'refunded'),
    ('completed', 'disputed'), ('completed', 'refund_pending'), ('completed', 'refunded'),
    ('disputed', 'delivering'), ('disputed', 'completed'), ('disputed', 'refunded'),
    ('expired', 'payment_seen'), ('expired', 'refund_pending'), ('expired', 'in_review'),
    ('cancelled', 'payment_seen'), ('cancelled', 'refund_pending'), ('cancelled', 'in_review'),
    ('in_review', 'payment_seen'), ('in_review', 'refund_pending'), ('in_review', 'refunded'),
    ('refund_pending', 'refunded'), ('refund_pending', 'refund_failed'),
    ('refund_failed', 'refund_pending'), ('refund_failed', 'refunded');

CREATE TABLE checkouts (
    id               uuid PRIMARY KEY,
    version          bigint NOT NULL DEFAULT 1,
    status           text NOT NULL,
    reason           text NOT NULL DEFAULT '',
    account_id       text NOT NULL,
    email            text NOT NULL DEFAULT '',
    buyer_name       text NOT NULL DEFAULT '',
    artwork_id       bigint NOT NULL REFERENCES artworks,
    artwork_slug     text NOT NULL,
    artwork_title    text NOT NULL,
    artist_id        bigint NOT NULL,
    artist_name      text NOT NULL,
    artwork_year     integer NOT NULL DEFAULT 0,
    artwork_medium   text NOT NULL DEFAULT '',
    image_url        text NOT NULL DEFAULT '',
    chain_id         bigint NOT NULL DEFAULT 0,
    edition          integer NOT NULL CHECK (edition > 0),
    edition_size     integer NOT NULL CHECK (edition_size > 0),
    price_amount     bigint NOT NULL CHECK (price_amount > 0),
    price_currency   text NOT NULL CHECK (price_currency ~ '^[A-Z]{3}$'),
    share_bps        integer NOT NULL CHECK (share_bps BETWEEN 0 AND 10000),
    method           text NOT NULL DEFAULT '' CHECK (method IN ('', 'card', 'ether')),
    terms_version    text NOT NULL DEFAULT '',
    created_at       timestamptz NOT NULL,
    updated_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    paid_at          timestamptz,
    completed_at     timestamptz,
    transaction_hash text NOT NULL DEFAULT '',
    mint_hash        text NOT NULL DEFAULT '',
    mint_chain_id    bigint NOT NULL DEFAULT 0,
    dispute_version  bigint NOT NULL DEFAULT 0,
    receipt_year     integer NOT NULL DEFAULT 0,
    receipt_number   bigint NOT NULL DEFAULT 0,
    CHECK ((paid_at IS NULL) = (receipt_number = 0))
);
CREATE INDEX checkouts_account ON checkouts (account_id, created_at DESC);
CREATE INDEX checkouts_unpaid ON checkouts (expires_at)
    WHERE status IN ('reserved', 'awaiting_payment', 'payment_failed', 'reverted');
CREATE UNIQUE INDEX checkouts_receipt ON checkouts (receipt_year, receipt_number) WHERE receipt_number > 0;
-- One purchase for each edition, even if there is a bug in the code.
CREATE UNIQUE INDEX one_live_checkout_per_unit ON checkouts (artwork_id, edition)
    WHERE status IN ('reserved', 'awaiting_payment', 'payment_failed', 'payment_seen', 'confirming', 'reverted',
                     'paid', 'delivering', 'completed', 'disputed');
-- At most one unfinished purchase of an artwork for each account.
CREATE UNIQUE INDEX one_new_checkout_per_account ON checkouts (account_id, artwork_id) WHERE status = 'reserved';

CREATE TABLE checkout_history (
    checkout_id uuid NOT NULL REFERENCES checkouts,
    version     bigint NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    reason      text NOT NULL,
    at          timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (checkout_id, version)
);

-- +goose StatementBegin
CREATE FUNCTION checkout_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.status <> 'reserved' THEN
            RAISE EXCEPTION 'a checkout begins as reserved, not %', NEW.status
                USING ERRCODE = 'check_violation', CONSTRAINT = 'checkout_transitions';
        END IF;
        INSERT INTO checkout_history (checkout_id, version, from_status, to_status, reason)
        VALUES (NEW.id, NEW.version, '', NEW.status, NEW.reason);
    ELSIF NEW.status <> OLD.status THEN
        IF NOT EXISTS (SELECT FROM checkout_transitions WHERE from_status = OLD.status AND to_status = NEW.status) THEN
            RAISE EXCEPTION 'no step from % to %', OLD.status, NEW.status
                USING ERRCODE = 'check_violation', CONSTRAINT = 'checkout_transitions';
        END IF;
        INSERT INTO checkout_history (checkout_id, version, from_status, to_status, reason)
        VALUES (NEW.id, NEW.version, OLD.status, NEW.status, NEW.reason);
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER checkout_step AFTER INSERT OR UPDATE ON checkouts FOR EACH ROW EXECUTE FUNCTION checkout_step();

CREATE TABLE edition_units (
    artwork_id  bigint NOT NULL REFERENCES artworks,
    n           integer NOT NULL CHECK (n > 0),
    status      text NOT NULL CHECK (status IN ('free', 'held', 'sold', 'withheld')),
    checkout_id uuid UNIQUE REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (artwork_id, n),
    CONSTRAINT owned CHECK ((status IN ('held', 'sold')) = (checkout_id IS NOT NULL))
);
CREATE INDEX edition_units_free ON edition_units (artwork_id, n) WHERE status = 'free';

CREATE TABLE card_sessions (
    id          uuid PRIMARY KEY,
    checkout_id uuid NOT NULL REFERENCES checkouts,
    status      text NOT NULL CHECK (status IN ('intent', 'open', 'complete', 'expired', 'refused')),
    provider_id text NOT NULL DEFAULT '',
    url         text NOT NULL DEFAULT '',
    ends_at     timestamptz NOT NULL,
    created_at  timestamptz NOT NULL
);
CREATE INDEX card_sessions_checkout ON card_sessions (checkout_id);
CREATE UNIQUE INDEX card_sessions_provider ON card_sessions (provider_id) WHERE provider_id <> '';
CREATE UNIQUE INDEX one_open_card_session ON card_sessions (checkout_id) WHERE status IN ('intent', 'open');

CREATE TABLE quotes (
    intent_hash text PRIMARY KEY,
    checkout_id uuid NOT NULL REFERENCES checkouts,
    chain_id    bigint NOT NULL,
    pay_to      text NOT NULL,
    data        text NOT NULL,
    value       numeric(78,0) NOT NULL CHECK (value > 0),
    rate        text NOT NULL DEFAULT '',
    rate_source text NOT NULL DEFAULT '',
    rate_at     timestamptz,
    expires_at  timestamptz NOT NULL,
    created_at  timestamptz NOT NULL,
    payout      text NOT NULL DEFAULT '',
    share_bps   integer NOT NULL,
    ended_at    timestamptz
);
CREATE INDEX quotes_checkout ON quotes (checkout_id);
CREATE UNIQUE INDEX one_active_quote ON quotes (checkout_id) WHERE ended_at IS NULL;

CREATE TABLE payments (
    id             uuid PRIMARY KEY,
    key            text NOT NULL UNIQUE,
    checkout_id    uuid NOT NULL REFERENCES checkouts,
    method         text NOT NULL CHECK (method IN ('card', 'ether')),
    status         text NOT NULL CHECK (status IN ('seen', 'final', 'reverted')),
    amount         bigint NOT NULL DEFAULT 0,
    currency       text NOT NULL DEFAULT '',
    credited       boolean NOT NULL DEFAULT false,
    at             timestamptz NOT NULL,
    provider_id    text NOT NULL DEFAULT '',
    chain_id       bigint NOT NULL DEFAULT 0,
    block_hash     text NOT NULL DEFAULT '',
    block_number   bigint NOT NULL DEFAULT 0,
    block_time     timestamptz,
    log_index      bigint NOT NULL DEFAULT 0,
    transaction    text NOT NULL DEFAULT '',
    payer          text NOT NULL DEFAULT '',
    wei            numeric(78,0) NOT NULL DEFAULT 0,
    artist_wei     numeric(78,0) NOT NULL DEFAULT 0,
    artist         text NOT NULL DEFAULT '',
    refund_address text NOT NULL DEFAULT '',
    intent_hash    text NOT NULL DEFAULT '',
    CHECK (NOT credited OR status = 'final')
);
CREATE INDEX payments_checkout ON payments (checkout_id);
CREATE UNIQUE INDEX payments_sighting ON payments (chain_id, block_hash, log_index) WHERE method = 'ether';
-- A credit happens once: for each checkout, and for each intent of a chain.
CREATE UNIQUE INDEX one_credit_per_checkout ON payments (checkout_id) WHERE credited;
CREATE UNIQUE INDEX one_credit_per_intent ON payments (chain_id, intent_hash) WHERE credited AND method = 'ether';

CREATE TABLE refunds (
    id          uuid PRIMARY KEY,
    checkout_id uuid NOT NULL REFERENCES checkouts,
    payment_id  uuid NOT NULL REFERENCES payments,
    status      text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed')),
    amount      bigint NOT NULL CHECK (amount > 0),
    currency    text NOT NULL,
    reason      text NOT NULL,
    provider_id text NOT NULL DEFAULT '',
    created_at  timestamptz NOT NULL
);
CREATE INDEX refunds_checkout ON refunds (checkout_id);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_pending ON refunds (checkout_id) WHERE status = 'pending';
CREATE UNIQUE INDEX refunds_provider ON refunds (provider_id) WHERE provider_id <> '';

CREATE TABLE reviews (
    id          uuid PRIMARY KEY,
    key         text NOT NULL UNIQUE,
    checkout_id uuid REFERENCES checkouts,
    payment_id  uuid REFERENCES payments,
    reason      text NOT NULL,
    detail      text NOT NULL DEFAULT '',
    created_at  timestamptz NOT NULL,
    closed_at   timestamptz
);
CREATE INDEX reviews_checkout ON reviews (checkout_id);
CREATE INDEX reviews_open ON reviews (payment_id) WHERE closed_at IS NULL;

-- Double entry: the lines of a group sum to zero for each asset. Rows are never updated.
CREATE TABLE ledger (
    entry_group text NOT NULL,
    account     text NOT NULL,
    asset       text NOT NULL,
    amount      numeric(78,0) NOT NULL CHECK (amount <> 0),
    checkout_id uuid NOT NULL REFERENCES checkouts,
    at          timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (entry_group, account, asset)
);
-- +goose StatementBegin
CREATE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM ledger WHERE entry_group = NEW.entry_group GROUP BY asset HAVING sum(amount) <> 0) THEN
        RAISE EXCEPTION 'ledger group % does not sum to zero', NEW.entry_group
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balances';
    END IF;
    RETURN NULL;
END $$;
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'append_only';
END $$;
-- +goose StatementEnd
CREATE CONSTRAINT TRIGGER ledger_balances AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ledger_balances();
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER checkout_history_append_only BEFORE UPDATE OR DELETE ON checkout_history
    FOR EACH ROW EXECUTE FUNCTION append_only();

-- Receipts are numbered without gaps within a year.
CREATE TABLE receipt_counters (
    year integer PRIMARY KEY,
    last bigint NOT NULL
);

-- Leases of replicas on rows.
CREATE TABLE claims (
    checkout_id uuid NOT NULL REFERENCES checkouts,
    work        text NOT NULL,
    until       timestamptz NOT NULL,
    PRIMARY KEY (checkout_id, work)
);
