-- +goose Up

-- Contracts that `chainwatcher deploy` deployed. Two chains with the same id differ in their first block.
CREATE TABLE deployments (
    chain_id         bigint NOT NULL,
    genesis_hash     text NOT NULL,
    token_contract   text NOT NULL,
    payment_contract text NOT NULL,
    price_feed       text NOT NULL,
    start_block      bigint NOT NULL,
    created_at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (chain_id, genesis_hash)
);

CREATE TABLE cursors (
    chain_id         bigint PRIMARY KEY,
    genesis_hash     text NOT NULL,
    token_contract   text NOT NULL,
    payment_contract text NOT NULL,
    number           bigint NOT NULL,
    hash             text NOT NULL,
    time             timestamptz NOT NULL,
    finalized        bigint NOT NULL CHECK (finalized <= number)
);

-- Final data is never undone, even by a bug in the code. Only a different chain starts over.
-- +goose StatementBegin
CREATE FUNCTION guard_cursor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.genesis_hash = NEW.genesis_hash AND OLD.token_contract = NEW.token_contract AND OLD.payment_contract = NEW.payment_contract
        AND NEW.finalized < OLD.finalized THEN
        RAISE EXCEPTION 'chain %: finality cannot go back from % to %', OLD.chain_id, OLD.finalized, NEW.finalized USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard BEFORE UPDATE ON cursors FOR EACH ROW EXECUTE FUNCTION guard_cursor();

-- The newest headers of the current chain.
CREATE TABLE headers (
    chain_id bigint NOT NULL,
    number   bigint NOT NULL,
    hash     text NOT NULL,
    parent   text NOT NULL,
    time     timestamptz NOT NULL,
    PRIMARY KEY (chain_id, number)
);

CREATE TABLE quotes (
    intent_hash    text PRIMARY KEY,
    checkout_id    uuid NOT NULL,
    chain_id       bigint NOT NULL,
    contract       text NOT NULL,
    data           bytea NOT NULL,
    value          numeric(78,0) NOT NULL CHECK (value > 0),
    amount         bigint NOT NULL CHECK (amount > 0),
    currency       text NOT NULL,
    rate           text NOT NULL,
    rate_source    text NOT NULL,
    rate_at        timestamptz NOT NULL,
    deadline       timestamptz NOT NULL,
    created_at     timestamptz NOT NULL,
    expired_number bigint,
    settled        boolean NOT NULL DEFAULT false
);
CREATE INDEX quotes_checkout ON quotes (checkout_id, deadline DESC);
CREATE INDEX quotes_open ON quotes (chain_id, deadline) WHERE expired_number IS NULL AND NOT settled;
CREATE INDEX quotes_expired ON quotes (chain_id, expired_number) WHERE expired_number IS NOT NULL;

-- Paid events. `seen` can be reverted, `confirmed` is final.
CREATE TABLE payments (
    chain_id       bigint NOT NULL,
    block_hash     text NOT NULL,
    log_index      bigint NOT NULL,
    block_number   bigint NOT NULL,
    block_time     timestamptz NOT NULL,
    checkout_id    text NOT NULL,
    tx_hash        text NOT NULL,
    payer          text NOT NULL,
    amount         numeric(78,0) NOT NULL,
    artist_share   numeric(78,0) NOT NULL,
    artist         text NOT NULL,
    refund_address text NOT NULL,
    intent_hash    text NOT NULL,
    known          boolean NOT NULL,
    sightings      integer NOT NULL DEFAULT 1,
    state          text NOT NULL CHECK (state IN ('seen', 'reverted', 'confirmed')),
    PRIMARY KEY (chain_id, block_hash, log_index)
);
CREATE UNIQUE INDEX payments_credit ON payments (chain_id, intent_hash) WHERE state = 'confirmed';
CREATE INDEX payments_intent ON payments (intent_hash) WHERE state IN ('seen', 'confirmed');
CREATE INDEX payments_seen ON payments (chain_id, block_number) WHERE state = 'seen';

CREATE TABLE transfers (
    chain_id     bigint NOT NULL,
    block_hash   text NOT NULL,
    log_index    bigint NOT NULL,
    block_number bigint NOT NULL,
    block_time   timestamptz NOT NULL,
    token_id     bigint NOT NULL,
    from_address text NOT NULL,
    to_address   text NOT NULL,
    tx_hash      text NOT NULL,
    final        boolean NOT NULL DEFAULT false,
    PRIMARY KEY (chain_id, block_hash, log_index)
);
CREATE INDEX transfers_token ON transfers (chain_id, token_id, block_number DESC, log_index DESC);
CREATE INDEX transfers_number ON transfers (chain_id, block_number);
CREATE INDEX transfers_open ON transfers (chain_id, block_number) WHERE NOT final;

-- Holders of tokens as of the newest block.
CREATE TABLE holders (
    chain_id bigint NOT NULL,
    token_id bigint NOT NULL,
    owner    text NOT NULL,
    PRIMARY KEY (chain_id, token_id)
);
CREATE INDEX holders_owner ON holders (lower(owner));

-- Tokens that are due to orders.
CREATE TABLE tokens (
    token_id       bigint PRIMARY KEY,
    chain_id       bigint NOT NULL,
    account_id     text NOT NULL,
    checkout_id    text NOT NULL UNIQUE,
    artwork_id     bigint NOT NULL,
    edition_number integer NOT NULL,
    edition_size   integer NOT NULL,
    title          text NOT NULL,
    slug           text NOT NULL,
    artist         text NOT NULL,
    year           integer NOT NULL,
    medium         text NOT NULL,
    payment_method text NOT NULL,
    paid_at        timestamptz NOT NULL,
    status         text NOT NULL CHECK (status IN ('minting', 'minted')),
    mint_tx        text NOT NULL DEFAULT '',
    minted_at      timestamptz,
    in_custody     boolean NOT NULL DEFAULT true
);
CREATE INDEX tokens_account ON tokens (account_id);
CREATE INDEX tokens_minting ON tokens (chain_id) WHERE status = 'minting';

-- Orders whose tokens are frozen. An order may be disputed before its token is known.
CREATE TABLE freezes (
    checkout_id text PRIMARY KEY,
    disputed    boolean NOT NULL DEFAULT false,
    version     bigint NOT NULL DEFAULT 0,
    refunded    boolean NOT NULL DEFAULT false
);

-- Allowed transitions.
CREATE TABLE transitions (
    machine     text NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    PRIMARY KEY (machine, from_status, to_status)
);
INSERT INTO transitions VALUES
    ('withdrawals', 'awaiting_approval', 'approved'),
    ('withdrawals', 'awaiting_approval', 'rejected'),
    ('withdrawals', 'awaiting_approval', 'expired'),
    ('withdrawals', 'awaiting_approval', 'cancelled'),
    ('withdrawals', 'approved', 'cancelled'),
    ('withdrawals', 'approved', 'failed'),
    ('withdrawals', 'approved', 'signing'),
    ('withdrawals', 'signing', 'broadcast'),
    ('withdrawals', 'signing', 'failed'),
    ('withdrawals', 'signing', 'mined'),
    ('withdrawals', 'signing', 'final'),
    ('withdrawals', 'broadcast', 'mined'),
    ('withdrawals', 'broadcast', 'final'),
    ('withdrawals', 'broadcast', 'signing'),
    ('withdrawals', 'broadcast', 'failed'),
    ('withdrawals', 'mined', 'broadcast'),
    ('withdrawals', 'mined', 'final'),
    ('withdrawals', 'mined', 'signing'),
    ('withdrawals', 'mined', 'failed'),
    ('transactions', 'queued', 'signed'),
    ('transactions', 'queued', 'final'),
    ('transactions', 'queued', 'failed'),
    ('transactions', 'signed', 'broadcast'),
    ('transactions', 'signed', 'mined'),
    ('transactions', 'signed', 'final'),
    ('transactions', 'signed', 'failed'),
    ('transactions', 'signed', 'queued'),
    ('transactions', 'broadcast', 'mined'),
    ('transactions', 'broadcast', 'final'),
    ('transactions', 'broadcast', 'failed'),
    ('transactions', 'broadcast', 'queued'),
    ('transactions', 'mined', 'broadcast'),
    ('transactions', 'mined', 'final'),
    ('transactions', 'mined', 'failed'),
    ('transactions', 'mined', 'queued'),
    ('transactions', 'failed', 'queued'),
    -- Only if the chain that had it no longer exists.
    ('transactions', 'final', 'queued');

CREATE TABLE history (
    seq         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    machine     text NOT NULL,
    id          text NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    reason      text NOT NULL,
    at          timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX history_id ON history (machine, id, seq);

-- +goose StatementBegin
CREATE FUNCTION guard_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' AND OLD.status = NEW.status THEN
        RETURN NEW;
    END IF;
    IF TG_OP = 'UPDATE' AND NOT EXISTS (
        SELECT 1 FROM transitions WHERE machine = TG_TABLE_NAME AND from_status = OLD.status AND to_status = NEW.status) THEN
        RAISE EXCEPTION '% %: % does not follow %', TG_TABLE_NAME, OLD.id, NEW.status, OLD.status USING ERRCODE = 'check_violation';
    END IF;
    INSERT INTO history (machine, id, from_status, to_status, reason)
    VALUES (TG_TABLE_NAME, NEW.id, CASE WHEN TG_OP = 'UPDATE' THEN OLD.status ELSE '' END, NEW.status, NEW.reason);
    RETURN NEW;
END $$;
CREATE FUNCTION keep_history() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'history is append-only';
END $$;
-- +goose StatementEnd
CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON history FOR EACH ROW EXECUTE FUNCTION keep_history();

CREATE TABLE withdrawals (
    id           uuid PRIMARY KEY,
    token_id     bigint NOT NULL,
    chain_id     bigint NOT NULL,
    account_id   text NOT NULL,
    email        text NOT NULL,
    to_address   text NOT NULL,
    status       text NOT NULL,
    reason       text NOT NULL DEFAULT '',
    request_key  text NOT NULL,
    requested_at timestamptz NOT NULL,
    approved_at  timestamptz,
    not_before   timestamptz,
    tx_hash      text NOT NULL DEFAULT '',
    title        text NOT NULL,
    artist       text NOT NULL,
    CONSTRAINT withdrawals_key UNIQUE (account_id, request_key)
);
CREATE UNIQUE INDEX withdrawals_live ON withdrawals (token_id) WHERE status IN ('awaiting_approval', 'approved', 'signing', 'broadcast', 'mined');
CREATE INDEX withdrawals_due ON withdrawals (not_before) WHERE status = 'approved';
CREATE INDEX withdrawals_account ON withdrawals (account_id, requested_at DESC);
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION guard_status();

-- One row for each key: the process with the highest epoch may write.
CREATE TABLE signers (
    chain_id bigint NOT NULL,
    address  text NOT NULL,
    epoch    bigint NOT NULL,
    PRIMARY KEY (chain_id, address)
);

CREATE TABLE transactions (
    id           uuid PRIMARY KEY,
    seq          bigint GENERATED ALWAYS AS IDENTITY,
    chain_id     bigint NOT NULL,
    sender       text NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('mint', 'withdrawal')),
    subject      text NOT NULL,
    token_id     bigint NOT NULL,
    contract     text NOT NULL,
    data         bytea NOT NULL,
    status       text NOT NULL,
    reason       text NOT NULL DEFAULT '',
    nonce        bigint,
    mined_number bigint NOT NULL DEFAULT 0,
    sent_at      timestamptz,
    created_at   timestamptz NOT NULL DEFAULT now(),
    UNIQUE (kind, subject),
    UNIQUE (chain_id, sender, nonce)
);
CREATE INDEX transactions_open ON transactions (chain_id, sender, seq) WHERE status IN ('queued', 'signed', 'broadcast', 'mined');
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON transactions FOR EACH ROW EXECUTE FUNCTION guard_status();

-- Signed transactions, stored before they are sent.
CREATE TABLE attempts (
    transaction_id uuid NOT NULL REFERENCES transactions,
    hash           text PRIMARY KEY,
    nonce          bigint NOT NULL,
    raw            bytea NOT NULL,
    gas            bigint NOT NULL,
    fee_cap        numeric(78,0) NOT NULL,
    tip_cap        numeric(78,0) NOT NULL,
    signed_at      timestamptz NOT NULL
);
CREATE INDEX attempts_transaction ON attempts (transaction_id, signed_at);
