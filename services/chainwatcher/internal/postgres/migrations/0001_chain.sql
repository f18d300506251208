-- +goose Up
-- +adopt 19

-- A row is the contracts that `chainwatcher deploy` deployed on a chain. Two chains with the same id differ in their first block.
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

-- A row is how far a chain was read: its newest block, and the newest final one.
CREATE TABLE cursors (
    chain_id         bigint PRIMARY KEY,
    genesis_hash     text NOT NULL,
    token_contract   text NOT NULL,
    payment_contract text NOT NULL,
    number           bigint NOT NULL,
    hash             text NOT NULL,
    time             timestamptz NOT NULL,
    finalized        bigint NOT NULL CHECK (finalized <= number),
    -- Whether the node of this chain has ever reported finality. From then on, depth doesn't count as finality.
    tagged           boolean NOT NULL DEFAULT false,
    -- The height up to which payee_entries are complete; the blocks between it and number are read again. NULL means none.
    payees_through   bigint
);

-- A row is one of the newest headers of the current chain.
CREATE TABLE headers (
    chain_id bigint NOT NULL,
    number   bigint NOT NULL,
    hash     text NOT NULL,
    parent   text NOT NULL,
    time     timestamptz NOT NULL,
    PRIMARY KEY (chain_id, number)
);

-- A row is a chain on which nothing is signed until an operator releases it. Rows are never deleted: they record who decided what.
CREATE TABLE halts (
    id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    chain_id    bigint NOT NULL,
    reason      text NOT NULL CHECK (reason IN ('deep_reorg', 'finality_stalled', 'contradiction', 'no_progress', 'other_contracts')),
    detail      text NOT NULL,
    vanished    integer NOT NULL DEFAULT 0,
    halted_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    released_at timestamptz,
    released_by text,
    note        text,
    CHECK ((released_at IS NULL) = (released_by IS NULL) AND (released_at IS NULL) = (note IS NULL))
);
CREATE UNIQUE INDEX halts_live ON halts (chain_id) WHERE released_at IS NULL;

-- A row is a price in ether, signed for an order.
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

-- A row is an event Paid of the payment contract in a block. `seen` can be reverted, `confirmed` is final.
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
    -- What the payment contract says about the order of a confirmed payment: nothing yet, that this payment paid it, or that it didn't. The
    -- contract of a chain that no longer exists can't be called.
    contract_says  text NOT NULL DEFAULT '' CHECK (contract_says IN ('', 'paid', 'unpaid', 'chain_gone')),
    PRIMARY KEY (chain_id, block_hash, log_index)
);
CREATE UNIQUE INDEX payments_credit ON payments (chain_id, intent_hash) WHERE state = 'confirmed';
CREATE INDEX payments_intent ON payments (intent_hash) WHERE state IN ('seen', 'confirmed');
CREATE INDEX payments_seen ON payments (chain_id, block_number) WHERE state = 'seen';
CREATE INDEX payments_number ON payments (chain_id, block_number, log_index) WHERE state IN ('seen', 'confirmed');
CREATE INDEX payments_unproven ON payments (chain_id, block_number) WHERE state = 'confirmed' AND known AND contract_says IN ('', 'unpaid');
CREATE INDEX payments_checkout ON payments (checkout_id) WHERE state = 'confirmed' AND known;

-- A row is a payment outside the payment contract. It is reported once its block is final.
CREATE TABLE incoming (
    chain_id     bigint NOT NULL,
    block_hash   text NOT NULL,
    tx_hash      text NOT NULL,
    log_index    bigint NOT NULL,
    block_number bigint NOT NULL,
    payer        text NOT NULL,
    to_address   text NOT NULL,
    asset        text NOT NULL,
    amount       numeric(78,0) NOT NULL,
    final        boolean NOT NULL DEFAULT false,
    PRIMARY KEY (chain_id, block_hash, tx_hash, log_index)
);
CREATE INDEX incoming_number ON incoming (chain_id, block_number);

-- A row is a credit or a withdrawal of a payee in the payment contract, from its events Paid and Withdrawn. amount is negative for a withdrawal, so
-- that a balance is a sum.
CREATE TABLE payee_entries (
    chain_id     bigint NOT NULL,
    block_hash   text NOT NULL,
    log_index    bigint NOT NULL,
    block_number bigint NOT NULL,
    block_time   timestamptz NOT NULL,
    tx_hash      text NOT NULL,
    payee        text NOT NULL,
    amount       numeric(78,0) NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (chain_id, block_hash, log_index)
);
CREATE INDEX payee_entries_payee ON payee_entries (lower(payee), chain_id, block_number);
CREATE INDEX payee_entries_number ON payee_entries (chain_id, block_number);

-- A row is a transfer of a token in a block. A mint has no sender.
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
CREATE INDEX transfers_mints ON transfers (block_time) WHERE from_address = '';

-- A row is the holder of a token as of the newest block.
CREATE TABLE holders (
    chain_id bigint NOT NULL,
    token_id bigint NOT NULL,
    owner    text NOT NULL,
    PRIMARY KEY (chain_id, token_id)
);
CREATE INDEX holders_owner ON holders (lower(owner));

-- A row is a token that is due to an order.
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

-- A row is an order whose token is frozen. An order may be disputed before its token is known.
CREATE TABLE freezes (
    checkout_id text PRIMARY KEY,
    disputed    boolean NOT NULL DEFAULT false,
    version     bigint NOT NULL DEFAULT 0,
    refunded    boolean NOT NULL DEFAULT false,
    -- When staff put the edition of a refunded order on sale again. Its token goes to the next order, and it never gets one itself.
    released_at timestamptz,
    CONSTRAINT freezes_released CHECK (released_at IS NULL OR refunded)
);

-- A row is the last change of an account's credentials, as auth's events report it. Withdrawals wait from that time on.
CREATE TABLE credential_changes (
    account_id text PRIMARY KEY,
    changed_at timestamptz NOT NULL
);

-- A row is an order that is a gift, by the order's id. The recipient is an email address or a wallet.
CREATE TABLE gifts (
    id           text PRIMARY KEY,
    token_id     bigint NOT NULL,
    account_id   text NOT NULL,
    from_name    text NOT NULL,
    email        text NOT NULL CHECK (length(email) <= 254),
    message      text NOT NULL CHECK (length(message) <= 280),
    image_url    text NOT NULL,
    -- A gift to a wallet is queued once the order is completed.
    status       text NOT NULL CHECK (status IN ('pending', 'waiting', 'accepted', 'queued', 'cancelled', 'refunded')),
    reason       text NOT NULL DEFAULT '',
    -- The recipient accepts with a link. Only the hash of its secret is stored.
    secret_hash  bytea UNIQUE,
    -- How often a link was sent.
    emails       integer NOT NULL DEFAULT 0 CHECK (emails BETWEEN 0 AND 5),
    emailed_at   timestamptz,
    recipient_id text,
    created_at   timestamptz NOT NULL DEFAULT clock_timestamp(),
    ended_at     timestamptz,
    to_address   text NOT NULL DEFAULT '',
    -- The ENS name that pointed to the wallet when the payment started.
    to_name      text NOT NULL DEFAULT '' CHECK (length(to_name) <= 255),
    -- A gift that was sent to another address can be accepted from this time on. Until then, its giver can stop it.
    accept_from  timestamptz,
    CHECK ((status = 'accepted') = (recipient_id IS NOT NULL)),
    CHECK (recipient_id <> account_id),
    CONSTRAINT gifts_check3 CHECK (status <> 'waiting' OR secret_hash IS NOT NULL),
    CONSTRAINT gifts_check4 CHECK ((emails = 0) = (emailed_at IS NULL)),
    CONSTRAINT gifts_ended CHECK ((status IN ('accepted', 'queued', 'cancelled', 'refunded')) = (ended_at IS NOT NULL)),
    CONSTRAINT gifts_wallet CHECK (CASE to_address WHEN '' THEN to_name = '' AND status <> 'queued'
        ELSE to_address ~ '^0x[0-9a-fA-F]{40}$' AND email = '' AND message = '' AND status NOT IN ('waiting', 'accepted') END),
    CONSTRAINT gifts_waited CHECK (status <> 'accepted' OR accept_from IS NULL OR ended_at >= accept_from)
);
CREATE UNIQUE INDEX gifts_live ON gifts (token_id) WHERE status IN ('pending', 'waiting');
CREATE INDEX gifts_account ON gifts (account_id);
CREATE INDEX gifts_recipient ON gifts (recipient_id) WHERE recipient_id IS NOT NULL;

-- A row is a withdrawal of several tokens to one address, which one approval decides. Each token then moves alone.
CREATE TABLE withdrawal_batches (
    id           uuid PRIMARY KEY,
    account_id   text NOT NULL,
    request_key  text NOT NULL,
    requested_at timestamptz NOT NULL,
    -- When the end of all its withdrawals was published.
    ended_at     timestamptz,
    CONSTRAINT withdrawal_batches_key UNIQUE (account_id, request_key)
);
CREATE INDEX withdrawal_batches_open ON withdrawal_batches (requested_at) WHERE ended_at IS NULL;

-- A row is a withdrawal of a token from the vault.
CREATE TABLE withdrawals (
    id             uuid PRIMARY KEY,
    token_id       bigint NOT NULL,
    chain_id       bigint NOT NULL,
    account_id     text NOT NULL,
    email          text NOT NULL,
    to_address     text NOT NULL,
    status         text NOT NULL,
    reason         text NOT NULL DEFAULT '',
    request_key    text NOT NULL,
    requested_at   timestamptz NOT NULL,
    approved_at    timestamptz,
    not_before     timestamptz,
    tx_hash        text NOT NULL DEFAULT '',
    title          text NOT NULL,
    artist         text NOT NULL,
    -- The ENS name that resolved to to_address when the withdrawal was requested. Transfers use only to_address.
    to_name        text NOT NULL DEFAULT '',
    -- When the transfer was given to the signer: limits count it.
    queued_at      timestamptz,
    -- An approved withdrawal above a daily limit waits for a member of staff.
    review         text NOT NULL DEFAULT '' CHECK (review IN ('', 'open', 'approved', 'rejected')),
    review_why     text NOT NULL DEFAULT '' CHECK (review_why IN ('', 'account', 'vault')),
    reviewed_by    text NOT NULL DEFAULT '',
    reviewed_at    timestamptz,
    -- Why the member of staff approved or rejected it.
    review_note    text NOT NULL DEFAULT '',
    batch_id       uuid REFERENCES withdrawal_batches,
    batch_position integer CHECK (batch_position BETWEEN 1 AND 100),
    -- Whether an email about the end of a withdrawal of a batch was queued.
    reported       boolean NOT NULL DEFAULT false,
    gift_id        text REFERENCES gifts,
    CONSTRAINT withdrawals_key UNIQUE (account_id, request_key),
    CONSTRAINT withdrawals_review CHECK ((review IN ('approved', 'rejected')) = (reviewed_by <> '') AND (reviewed_by = '') = (reviewed_at IS NULL)
        AND (review = '') = (review_why = '') AND reviewed_by <> account_id),
    CONSTRAINT withdrawals_review_note CHECK (review_note = '' OR reviewed_by <> ''),
    CONSTRAINT withdrawals_batch UNIQUE (batch_id, batch_position),
    CONSTRAINT withdrawals_in_batch CHECK ((batch_id IS NULL) = (batch_position IS NULL)),
    CONSTRAINT withdrawals_gift UNIQUE (gift_id)
);
CREATE UNIQUE INDEX withdrawals_live ON withdrawals (token_id) WHERE status IN ('awaiting_approval', 'approved', 'signing', 'broadcast', 'mined');
CREATE INDEX withdrawals_due ON withdrawals (not_before) WHERE status = 'approved';
CREATE INDEX withdrawals_account ON withdrawals (account_id, requested_at DESC);
CREATE INDEX withdrawals_queued ON withdrawals (chain_id, queued_at DESC) WHERE queued_at IS NOT NULL;
CREATE INDEX withdrawals_in_review ON withdrawals (approved_at) WHERE review = 'open' AND status = 'approved';
CREATE INDEX withdrawals_reviewed ON withdrawals (reviewed_at DESC) WHERE reviewed_at IS NOT NULL;
CREATE INDEX withdrawals_unreported ON withdrawals (batch_id) WHERE batch_id IS NOT NULL AND NOT reported AND status IN ('final', 'failed');

-- A row is a refund in ether. `sent` is in a block and can be reverted by a reorganisation, `confirmed` is final.
CREATE TABLE refunds (
    id          uuid PRIMARY KEY,
    chain_id    bigint NOT NULL,
    checkout_id text NOT NULL,
    to_address  text NOT NULL,
    amount      numeric(78,0) NOT NULL CHECK (amount > 0),
    decided_at  timestamptz NOT NULL,
    taken_at    timestamptz NOT NULL,
    status      text NOT NULL CHECK (status IN ('queued', 'sent', 'confirmed', 'failed')),
    reason      text NOT NULL DEFAULT '',
    tx_hash     text NOT NULL DEFAULT '',
    sent_number bigint
);
CREATE INDEX refunds_day ON refunds (chain_id, taken_at) WHERE status <> 'failed';
CREATE INDEX refunds_sent ON refunds (chain_id, sent_number) WHERE status = 'sent';

-- A row is a payout to an artist that the gallery sends. `sent` is in a block and can be reverted by a reorganisation, `confirmed` is final.
CREATE TABLE payouts (
    id           uuid PRIMARY KEY,
    chain_id     bigint NOT NULL,
    payee        text NOT NULL,
    account_id   text NOT NULL,
    artist_id    bigint NOT NULL,
    request_key  text NOT NULL,
    requested_at timestamptz NOT NULL,
    status       text NOT NULL CHECK (status IN ('queued', 'sent', 'confirmed', 'failed')),
    reason       text NOT NULL DEFAULT '',
    tx_hash      text NOT NULL DEFAULT '',
    sent_number  bigint,
    CONSTRAINT payouts_key UNIQUE (account_id, request_key)
);
-- At most one in flight for each wallet.
CREATE UNIQUE INDEX payouts_live ON payouts (chain_id, lower(payee)) WHERE status IN ('queued', 'sent');
CREATE INDEX payouts_payee ON payouts (lower(payee), requested_at DESC);
CREATE INDEX payouts_sent ON payouts (chain_id, sent_number) WHERE status = 'sent';

-- A row is a key that signs: the process with the highest epoch may write.
CREATE TABLE signers (
    chain_id   bigint NOT NULL,
    address    text NOT NULL,
    epoch      bigint NOT NULL,
    -- Until when the holder of the newest epoch may write, by the database's clock. A holder that crashes or is paused then loses the key, even
    -- if its connections stay open.
    expires_at timestamptz NOT NULL DEFAULT '-infinity',
    PRIMARY KEY (chain_id, address)
);

-- A row is a transaction to send.
CREATE TABLE transactions (
    id           uuid PRIMARY KEY,
    seq          bigint GENERATED ALWAYS AS IDENTITY,
    chain_id     bigint NOT NULL,
    sender       text NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('mint', 'withdrawal', 'refund', 'payout')),
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
    -- The request that queued the transaction, for traces and logs: its trace context and its request id.
    cause        jsonb NOT NULL DEFAULT '{}',
    UNIQUE (kind, subject),
    UNIQUE (chain_id, sender, nonce)
);
CREATE INDEX transactions_open ON transactions (chain_id, sender, seq) WHERE status IN ('queued', 'signed', 'broadcast', 'mined');

-- A row is a signed transaction, stored before it is sent.
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

-- A row is an allowed transition of the rows in the table named by machine.
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
    -- Until something was signed for it.
    ('withdrawals', 'signing', 'cancelled'),
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
    ('transactions', 'final', 'queued'),
    ('refunds', 'queued', 'sent'),
    ('refunds', 'queued', 'failed'),
    ('refunds', 'sent', 'queued'),
    ('refunds', 'sent', 'confirmed'),
    -- Only if the chain that had it no longer exists.
    ('refunds', 'sent', 'failed'),
    ('payouts', 'queued', 'sent'),
    ('payouts', 'queued', 'failed'),
    ('payouts', 'sent', 'queued'),
    ('payouts', 'sent', 'confirmed'),
    -- Only if the chain that had it no longer exists.
    ('payouts', 'sent', 'failed'),
    ('gifts', 'pending', 'waiting'),
    ('gifts', 'pending', 'queued'),
    ('gifts', 'pending', 'cancelled'),
    ('gifts', 'pending', 'refunded'),
    ('gifts', 'waiting', 'accepted'),
    ('gifts', 'waiting', 'cancelled'),
    ('gifts', 'waiting', 'refunded');

-- A row is a change of the status of a row in the table named by machine. Append-only.
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
-- Final data is never undone, even by a bug in the code. Only a different chain starts over.
CREATE FUNCTION guard_cursor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.genesis_hash = NEW.genesis_hash AND OLD.token_contract = NEW.token_contract AND OLD.payment_contract = NEW.payment_contract
        AND NEW.finalized < OLD.finalized THEN
        RAISE EXCEPTION 'chain %: finality cannot go back from % to %', OLD.chain_id, OLD.finalized, NEW.finalized USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

-- Reverting a block deletes its entries of payees.
CREATE FUNCTION undo_payees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.genesis_hash <> OLD.genesis_hash OR NEW.token_contract <> OLD.token_contract OR NEW.payment_contract <> OLD.payment_contract THEN
        DELETE FROM payee_entries WHERE chain_id = OLD.chain_id;
        NEW.payees_through := NEW.number;
    ELSIF NEW.number < OLD.number THEN
        DELETE FROM payee_entries WHERE chain_id = OLD.chain_id AND block_number > NEW.number;
        NEW.payees_through := least(NEW.payees_through, NEW.number);
    END IF;
    RETURN NEW;
END $$;

-- Allows the transitions in the table transitions, and writes the history.
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

-- A token leaves an order only after the order released it, even if there is a bug in the code. A late event can't restore the token.
CREATE FUNCTION guard_token_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM freezes WHERE checkout_id = NEW.checkout_id AND released_at IS NOT NULL) THEN
        RAISE EXCEPTION 'token %: its order % released it', NEW.token_id, NEW.checkout_id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_token_order';
    END IF;
    IF TG_OP = 'UPDATE' AND NOT EXISTS (SELECT FROM freezes WHERE checkout_id = OLD.checkout_id AND released_at IS NOT NULL) THEN
        RAISE EXCEPTION 'token %: it belongs to order %', OLD.token_id, OLD.checkout_id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_token_order';
    END IF;
    RETURN NEW;
END $$;

-- A token of an order changes its account only by an accepted gift, even if there is a bug in the code.
CREATE FUNCTION guard_token_account() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM gifts WHERE id = NEW.checkout_id AND account_id = OLD.account_id AND recipient_id = NEW.account_id) THEN
        RAISE EXCEPTION 'token %: it belongs to another account, which has not given it away', OLD.token_id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_token_account';
    END IF;
    RETURN NEW;
END $$;

-- The buyer chose the wallet of a gift before they paid, so nothing changes it afterwards.
CREATE FUNCTION guard_gift_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'gift %: its wallet never changes', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_gift_wallet';
END $$;

-- The token of a pending gift can't leave the vault.
CREATE FUNCTION guard_gift_withdrawal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM gifts g JOIN tokens t ON t.checkout_id = g.id WHERE t.token_id = NEW.token_id AND g.status IN ('pending', 'waiting')) THEN
        RAISE EXCEPTION 'token %: it is a gift that waits for its recipient', NEW.token_id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_gift_withdrawal';
    END IF;
    RETURN NEW;
END $$;

-- Only a gift to a wallet leaves the vault without an approval, even if there is a bug in the code.
CREATE FUNCTION guard_unapproved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status <> 'approved' OR NOT EXISTS (
        SELECT FROM gifts WHERE id = NEW.gift_id AND status = 'queued' AND token_id = NEW.token_id AND account_id = NEW.account_id
            AND to_address = NEW.to_address) THEN
        RAISE EXCEPTION 'withdrawal %: nobody approved it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_unapproved';
    END IF;
    RETURN NEW;
END $$;

-- The decision of a review is final.
CREATE FUNCTION guard_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'withdrawal %: its review was decided', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_review';
END $$;

-- Nothing is signed for a transaction that has ended.
CREATE FUNCTION guard_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE current text;
BEGIN
    SELECT status INTO current FROM transactions WHERE id = NEW.transaction_id;
    IF current IN ('final', 'failed') THEN
        RAISE EXCEPTION 'transaction %: it is % and is not signed', NEW.transaction_id, current USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER guard BEFORE UPDATE ON cursors FOR EACH ROW EXECUTE FUNCTION guard_cursor();
CREATE TRIGGER undo_payees BEFORE UPDATE ON cursors FOR EACH ROW EXECUTE FUNCTION undo_payees();
CREATE TRIGGER guard_order_insert BEFORE INSERT ON tokens FOR EACH ROW EXECUTE FUNCTION guard_token_order();
CREATE TRIGGER guard_order_update BEFORE UPDATE OF checkout_id ON tokens FOR EACH ROW
    WHEN (OLD.checkout_id <> NEW.checkout_id) EXECUTE FUNCTION guard_token_order();
CREATE TRIGGER guard_account BEFORE UPDATE OF account_id ON tokens FOR EACH ROW
    WHEN (OLD.account_id <> NEW.account_id AND OLD.checkout_id = NEW.checkout_id) EXECUTE FUNCTION guard_token_account();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON gifts FOR EACH ROW EXECUTE FUNCTION guard_status();
CREATE TRIGGER guard_wallet BEFORE UPDATE OF to_address ON gifts FOR EACH ROW
    WHEN (OLD.to_address <> NEW.to_address) EXECUTE FUNCTION guard_gift_wallet();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON withdrawals FOR EACH ROW EXECUTE FUNCTION guard_status();
CREATE TRIGGER guard_gift BEFORE INSERT ON withdrawals FOR EACH ROW EXECUTE FUNCTION guard_gift_withdrawal();
CREATE TRIGGER guard_unapproved BEFORE INSERT ON withdrawals FOR EACH ROW
    WHEN (NEW.gift_id IS NOT NULL OR NEW.status <> 'awaiting_approval') EXECUTE FUNCTION guard_unapproved();
-- The note may be removed when the person is forgotten.
CREATE TRIGGER guard_review BEFORE UPDATE OF review, reviewed_by, reviewed_at, review_note ON withdrawals FOR EACH ROW
    WHEN (OLD.reviewed_by <> '' AND ((OLD.review, OLD.reviewed_by, OLD.reviewed_at) IS DISTINCT FROM (NEW.review, NEW.reviewed_by, NEW.reviewed_at)
        OR OLD.review_note <> NEW.review_note AND NEW.review_note <> ''))
    EXECUTE FUNCTION guard_review();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION guard_status();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION guard_status();
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON transactions FOR EACH ROW EXECUTE FUNCTION guard_status();
CREATE TRIGGER guard BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION guard_attempt();
CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON history FOR EACH ROW EXECUTE FUNCTION keep_history();
