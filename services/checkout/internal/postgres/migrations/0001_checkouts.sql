-- +goose Up
-- +adopt 32

-- Each state machine has a table of allowed transitions, the same rows as in the code. The actor is the transaction's setting vitrine.actor.

-- A row is the counts of an artwork's editions. A change locks this row last.
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

-- A row is the schedule of a drop that sells in phases. version guards against lost updates of staff.
CREATE TABLE phase_schedules (
    drop_id bigint PRIMARY KEY CHECK (drop_id > 0),
    version bigint NOT NULL CHECK (version > 0)
);

-- A row is a phase: it sells a drop's artworks to some people for a while. Without an end it lasts until the drop ends.
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

-- A row is the price of an artwork in a phase. An artwork without a row keeps its own price.
CREATE TABLE phase_prices (
    phase_id         uuid NOT NULL REFERENCES phases ON DELETE CASCADE,
    artwork_id       bigint NOT NULL CHECK (artwork_id > 0),
    amount           bigint NOT NULL CHECK (amount > 0),
    currency         text NOT NULL CHECK (currency ~ '^[A-Z]{3}$'),
    -- A price with these columns is a Dutch auction of the artwork: it starts at amount and falls by step every interval_seconds, to lowest. All
    -- amounts are minor units of currency.
    lowest           bigint,
    step             bigint,
    interval_seconds integer,
    PRIMARY KEY (phase_id, artwork_id),
    CONSTRAINT phase_prices_auction CHECK (
        num_nonnulls(lowest, step, interval_seconds) = 0
        OR num_nonnulls(lowest, step, interval_seconds) = 3 AND lowest > 0 AND lowest < amount AND step > 0 AND step <= amount - lowest
            AND (amount - lowest) / step < 1000 AND interval_seconds BETWEEN 1 AND 604800),
    CONSTRAINT phase_prices_terms UNIQUE (phase_id, artwork_id, amount, currency, lowest, step, interval_seconds)
);

-- A row is an account or a wallet on an allow list. Wallets are in lower case.
CREATE TABLE phase_members (
    phase_id   uuid NOT NULL REFERENCES phases ON DELETE CASCADE,
    account_id text NOT NULL DEFAULT '',
    wallet     text NOT NULL DEFAULT '' CHECK (wallet = lower(wallet)),
    PRIMARY KEY (phase_id, account_id, wallet),
    CHECK ((account_id = '') <> (wallet = ''))
);
CREATE INDEX phase_members_account ON phase_members (account_id) WHERE account_id <> '';
CREATE INDEX phase_members_wallet ON phase_members (wallet) WHERE wallet <> '';

-- A row is a range of tokens whose holders may buy in a phase.
CREATE TABLE phase_tokens (
    phase_id   uuid NOT NULL REFERENCES phases ON DELETE CASCADE,
    chain_id   bigint NOT NULL DEFAULT 0,
    token_from bigint NOT NULL CHECK (token_from > 0),
    token_to   bigint NOT NULL CHECK (token_to >= token_from),
    -- The final block that counts; 0 means the newest final one.
    block      bigint NOT NULL DEFAULT 0 CHECK (block >= 0),
    PRIMARY KEY (phase_id, chain_id, token_from)
);

-- A row is a change of a schedule by staff. Append-only.
CREATE TABLE phase_history (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    drop_id    bigint NOT NULL,
    version    bigint NOT NULL,
    action     text NOT NULL CHECK (action IN ('save', 'members', 'pause', 'resume')),
    phase_id   uuid,
    decided_by text NOT NULL CHECK (decided_by <> ''),
    note       text NOT NULL DEFAULT '',
    -- The whole schedule afterwards.
    schedule   jsonb NOT NULL,
    at         timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX phase_history_drop ON phase_history (drop_id, id DESC);

-- A row is an auction that has an order. The first hold adds it. It repeats the terms, so that its foreign key prevents changes.
CREATE TABLE auctions (
    id               uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    phase_id         uuid NOT NULL REFERENCES phases,
    artwork_id       bigint NOT NULL,
    amount           bigint NOT NULL,
    currency         text NOT NULL,
    lowest           bigint NOT NULL,
    step             bigint NOT NULL,
    interval_seconds integer NOT NULL,
    status           text NOT NULL DEFAULT 'selling',
    ended_at         timestamptz,
    -- What everyone pays, in minor units. NULL until it is known, and forever if nothing was sold.
    price            bigint,
    settled_at       timestamptz,
    UNIQUE (phase_id, artwork_id),
    -- Deferred, because staff save a schedule by writing all prices again.
    CONSTRAINT auction_terms FOREIGN KEY (phase_id, artwork_id, amount, currency, lowest, step, interval_seconds)
        REFERENCES phase_prices (phase_id, artwork_id, amount, currency, lowest, step, interval_seconds) DEFERRABLE INITIALLY DEFERRED,
    CHECK (status IN ('selling', 'ended', 'settling', 'settled')),
    CHECK ((status = 'selling') = (ended_at IS NULL)),
    CHECK (price BETWEEN lowest AND amount),
    CHECK (status IN ('settling', 'settled') OR price IS NULL),
    CHECK (status <> 'settling' OR price IS NOT NULL),
    CHECK ((status = 'settled') = (settled_at IS NOT NULL))
);
CREATE INDEX auctions_unsettled ON auctions (id) WHERE status <> 'settled';

-- A row is an allowed transition of an auction.
CREATE TABLE auction_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    PRIMARY KEY (from_status, to_status, actor)
);
INSERT INTO auction_transitions (from_status, to_status, actor) VALUES
    ('', 'selling', 'buyer'), ('selling', 'ended', 'reconciler'), ('ended', 'settling', 'reconciler'), ('ended', 'settled', 'reconciler'),
    ('settling', 'settled', 'reconciler');

-- A row is a change of an auction's status. Append-only.
CREATE TABLE auction_history (
    auction_id  uuid NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    at          timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX auction_history_auction ON auction_history (auction_id);

-- A row is an order of one edition, from its hold on.
CREATE TABLE checkouts (
    id                 uuid PRIMARY KEY,
    version            bigint NOT NULL DEFAULT 1,
    status             text NOT NULL,
    reason             text NOT NULL DEFAULT '',
    account_id         text NOT NULL,
    email              text NOT NULL DEFAULT '',
    buyer_name         text NOT NULL DEFAULT '',
    artwork_id         bigint NOT NULL REFERENCES artworks,
    artwork_slug       text NOT NULL,
    artwork_title      text NOT NULL,
    artist_id          bigint NOT NULL,
    artist_name        text NOT NULL,
    artwork_year       integer NOT NULL DEFAULT 0,
    artwork_medium     text NOT NULL DEFAULT '',
    image_url          text NOT NULL DEFAULT '',
    chain_id           bigint NOT NULL DEFAULT 0,
    edition            integer NOT NULL CHECK (edition > 0),
    edition_size       integer NOT NULL CHECK (edition_size > 0),
    price_amount       bigint NOT NULL CHECK (price_amount > 0),
    price_currency     text NOT NULL CHECK (price_currency ~ '^[A-Z]{3}$'),
    share_bps          integer NOT NULL CHECK (share_bps BETWEEN 0 AND 10000),
    method             text NOT NULL DEFAULT '' CHECK (method IN ('', 'card', 'ether')),
    terms_version      text NOT NULL DEFAULT '',
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    expires_at         timestamptz NOT NULL,
    paid_at            timestamptz,
    completed_at       timestamptz,
    transaction_hash   text NOT NULL DEFAULT '',
    mint_hash          text NOT NULL DEFAULT '',
    mint_chain_id      bigint NOT NULL DEFAULT 0,
    dispute_version    bigint NOT NULL DEFAULT 0,
    receipt_year       integer NOT NULL DEFAULT 0,
    receipt_number     bigint NOT NULL DEFAULT 0,
    -- The buyer's choices at the start of a payment.
    billing_country    text NOT NULL DEFAULT '',
    immediate_delivery boolean NOT NULL DEFAULT false,
    -- Notifications that anyone can cause for free go to verified addresses only.
    email_verified     boolean NOT NULL DEFAULT true,
    -- The card provider's id of the last declined attempt: it repeats a decline until the next attempt.
    card_decline       text NOT NULL DEFAULT '',
    -- A dispute that has ended never reopens: a report that it is open is older. A new dispute has another id.
    dispute_id         text NOT NULL DEFAULT '',
    dispute            text NOT NULL DEFAULT '',
    -- When staff put the edition of a refunded order on sale again. Such an order never owns an edition again, whatever happens to its refund.
    released_at        timestamptz,
    -- The phase that the order was made in. Its price is the order's.
    phase_id           uuid REFERENCES phases,
    -- The recipient of the order's edition, and the buyer's message. Without an address the buyer keeps the edition.
    gift_email         text NOT NULL DEFAULT '',
    gift_message       text NOT NULL DEFAULT '',
    auction_id         uuid REFERENCES auctions,
    -- settled_back is the amount that an order gets back once everyone pays the last price: minor units for cards, otherwise wei. It is written
    -- once, with the refund, so the difference can't be refunded twice.
    settled_at         timestamptz,
    settled_back       numeric(78,0),
    -- The wallet that a gift goes to, instead of an email address, and the ENS name that pointed to it when the payment started.
    gift_to            text NOT NULL DEFAULT '',
    gift_name          text NOT NULL DEFAULT '',
    -- When the recipient of a gift by email accepted it, as the chainwatcher reports it. It happens once.
    gift_accepted_at   timestamptz,
    -- What admitted the buyer to the phase: "account:<id>", "wallet:<address in lower case>" or "token:<id>". The phase's cap also counts by it,
    -- so that an entry of a list or a token can't serve one account after another.
    phase_entry        text,
    -- Whether the order uses up its entry, because the cap is 1.
    phase_entry_alone  boolean NOT NULL DEFAULT false,
    CHECK ((paid_at IS NULL) = (receipt_number = 0)),
    CHECK (settled_back >= 0),
    CHECK ((settled_at IS NULL) = (settled_back IS NULL)),
    CHECK (settled_at IS NULL OR auction_id IS NOT NULL),
    CONSTRAINT checkouts_released CHECK (released_at IS NULL OR paid_at IS NOT NULL AND status IN ('refunded', 'refund_pending', 'refund_failed')),
    CONSTRAINT checkouts_gift CHECK (length(gift_email) <= 254 AND length(gift_message) <= 280 AND (gift_email <> '' OR gift_message = '')),
    CONSTRAINT checkouts_gift_wallet CHECK (CASE gift_to WHEN '' THEN gift_name = ''
        ELSE gift_to ~ '^0x[0-9a-fA-F]{40}$' AND gift_email = '' AND gift_message = '' AND length(gift_name) <= 255 END),
    CONSTRAINT checkouts_gift_accepted CHECK (gift_accepted_at IS NULL OR paid_at IS NOT NULL AND gift_to = '')
);
CREATE INDEX checkouts_account ON checkouts (account_id, created_at DESC);
CREATE INDEX checkouts_artist ON checkouts (artist_id, paid_at DESC) WHERE paid_at IS NOT NULL;
CREATE UNIQUE INDEX checkouts_receipt ON checkouts (receipt_year, receipt_number) WHERE receipt_number > 0;
-- One purchase for each edition, even if there is a bug in the code.
CREATE UNIQUE INDEX one_live_checkout_per_unit ON checkouts (artwork_id, edition)
    WHERE status IN ('reserved', 'awaiting_payment', 'payment_failed', 'payment_seen', 'confirming', 'reverted',
                     'paid', 'delivering', 'completed', 'disputed');
-- At most one unfinished purchase of an artwork for each account.
CREATE UNIQUE INDEX one_new_checkout_per_account ON checkouts (account_id, artwork_id) WHERE status = 'reserved';
CREATE INDEX checkouts_phase ON checkouts (phase_id, account_id) WHERE phase_id IS NOT NULL;
CREATE INDEX checkouts_phase_entry ON checkouts (phase_id, phase_entry) WHERE phase_id IS NOT NULL;
CREATE UNIQUE INDEX one_order_of_a_phase_entry ON checkouts (phase_id, phase_entry) WHERE phase_entry_alone;
CREATE INDEX checkouts_auction ON checkouts (auction_id) WHERE auction_id IS NOT NULL;
-- For jobs: holds that expire, card payments that are compared with the provider, deliveries that are owed, failed refunds without a review.
CREATE INDEX checkouts_unpaid ON checkouts (expires_at)
    WHERE status IN ('reserved', 'awaiting_payment', 'payment_failed', 'reverted');
CREATE INDEX checkouts_settled ON checkouts (paid_at) WHERE method = 'card' AND paid_at IS NOT NULL;
CREATE INDEX checkouts_owed ON checkouts (paid_at) WHERE status IN ('paid', 'delivering');
CREATE INDEX checkouts_refund_failed ON checkouts (id) WHERE status = 'refund_failed';
-- Staff list orders by status, newest first, and count what is open and what was paid.
CREATE INDEX checkouts_created ON checkouts (created_at DESC, id DESC);
CREATE INDEX checkouts_status ON checkouts (status, created_at DESC, id DESC);
CREATE INDEX checkouts_open ON checkouts (status, price_currency, price_amount) WHERE status NOT IN ('completed', 'expired', 'cancelled', 'refunded');
CREATE INDEX checkouts_paid ON checkouts (paid_at) WHERE paid_at IS NOT NULL;
-- Staff find an order by any identifier that a buyer, a provider or a chain uses. Buyers see the last eight characters of an order's id.
CREATE INDEX checkouts_short ON checkouts (right(id::text, 8));
CREATE INDEX checkouts_slug ON checkouts (artwork_slug);
CREATE INDEX checkouts_token ON checkouts (artwork_id, edition) WHERE paid_at IS NOT NULL;
CREATE INDEX checkouts_transaction ON checkouts (lower(transaction_hash)) WHERE transaction_hash <> '';
CREATE INDEX checkouts_mint ON checkouts (lower(mint_hash)) WHERE mint_hash <> '';
-- Staff search for the newest orders whose title or email address begins with a text: a range in the collation "C". With all columns of the search,
-- Postgres finds them without reading the orders.
CREATE INDEX checkouts_title_newest ON checkouts ((lower(artwork_title) COLLATE "C"), created_at DESC, id DESC) INCLUDE (status, artwork_title);
CREATE INDEX checkouts_email_newest ON checkouts ((lower(email) COLLATE "C"), created_at DESC, id DESC) INCLUDE (status, email) WHERE email <> '';

-- A row is an allowed transition of an order.
CREATE TABLE checkout_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    PRIMARY KEY (from_status, to_status, actor)
);
INSERT INTO checkout_transitions (from_status, to_status, actor) VALUES
    ('awaiting_payment', 'cancelled', 'buyer'), ('awaiting_payment', 'expired', 'chain'),
    ('awaiting_payment', 'expired', 'reconciler'), ('awaiting_payment', 'in_review', 'chain'),
    ('awaiting_payment', 'in_review', 'provider'), ('awaiting_payment', 'payment_failed', 'provider'),
    ('awaiting_payment', 'payment_seen', 'chain'), ('awaiting_payment', 'payment_seen', 'provider'),
    ('cancelled', 'in_review', 'chain'), ('cancelled', 'in_review', 'provider'), ('cancelled', 'payment_seen', 'chain'),
    ('cancelled', 'payment_seen', 'provider'), ('cancelled', 'refund_pending', 'provider'),
    ('completed', 'disputed', 'provider'), ('completed', 'refund_pending', 'staff'), ('completed', 'refunded', 'provider'),
    ('confirming', 'in_review', 'chain'), ('confirming', 'in_review', 'provider'), ('confirming', 'paid', 'chain'),
    ('confirming', 'paid', 'staff'), ('confirming', 'reverted', 'chain'), ('delivering', 'completed', 'chain'),
    ('delivering', 'disputed', 'provider'), ('delivering', 'refund_pending', 'staff'),
    ('delivering', 'refunded', 'provider'), ('disputed', 'completed', 'provider'), ('disputed', 'delivering', 'provider'),
    ('disputed', 'refunded', 'provider'), ('expired', 'in_review', 'chain'), ('expired', 'in_review', 'provider'),
    ('expired', 'payment_seen', 'chain'), ('expired', 'payment_seen', 'provider'), ('expired', 'refund_pending', 'provider'),
    ('in_review', 'expired', 'staff'), ('in_review', 'payment_seen', 'chain'), ('in_review', 'payment_seen', 'provider'),
    ('in_review', 'payment_seen', 'staff'), ('in_review', 'refund_pending', 'chain'),
    ('in_review', 'refund_pending', 'provider'), ('in_review', 'refund_pending', 'staff'),
    ('in_review', 'refunded', 'provider'), ('paid', 'delivering', 'chain'), ('paid', 'delivering', 'provider'),
    ('paid', 'delivering', 'staff'), ('payment_failed', 'awaiting_payment', 'buyer'),
    ('payment_failed', 'cancelled', 'buyer'), ('payment_failed', 'expired', 'chain'),
    ('payment_failed', 'expired', 'reconciler'), ('payment_failed', 'in_review', 'chain'),
    ('payment_failed', 'in_review', 'provider'), ('payment_failed', 'payment_seen', 'chain'),
    ('payment_failed', 'payment_seen', 'provider'), ('payment_seen', 'confirming', 'chain'),
    ('payment_seen', 'confirming', 'staff'), ('payment_seen', 'in_review', 'chain'),
    ('payment_seen', 'in_review', 'provider'), ('payment_seen', 'paid', 'provider'), ('payment_seen', 'paid', 'staff'),
    ('payment_seen', 'payment_failed', 'provider'), ('payment_seen', 'reverted', 'chain'),
    ('refund_failed', 'refund_pending', 'provider'), ('refund_failed', 'refund_pending', 'staff'),
    ('refund_failed', 'refunded', 'chain'), ('refund_failed', 'refunded', 'provider'),
    ('refund_pending', 'refund_failed', 'chain'), ('refund_pending', 'refund_failed', 'provider'),
    ('refund_pending', 'refunded', 'chain'), ('refund_pending', 'refunded', 'provider'),
    ('refunded', 'refund_failed', 'provider'), ('reserved', 'awaiting_payment', 'buyer'), ('reserved', 'cancelled', 'buyer'),
    ('reserved', 'expired', 'reconciler'), ('reverted', 'awaiting_payment', 'chain'), ('reverted', 'expired', 'chain'),
    ('reverted', 'expired', 'reconciler'), ('reverted', 'in_review', 'chain'), ('reverted', 'in_review', 'provider'),
    ('reverted', 'payment_seen', 'chain'), ('reverted', 'payment_seen', 'provider'),
    -- A buyer who waits for a refund that failed may dispute the payment at their bank, and win or lose; or staff decide that the sale stands.
    ('refund_failed', 'disputed', 'provider'), ('disputed', 'refund_failed', 'provider'),
    ('refund_failed', 'delivering', 'staff'), ('refund_failed', 'completed', 'staff');

-- A row is a change of an order's status. Append-only.
CREATE TABLE checkout_history (
    checkout_id uuid NOT NULL REFERENCES checkouts,
    version     bigint NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    reason      text NOT NULL,
    at          timestamptz NOT NULL DEFAULT now(),
    actor       text NOT NULL DEFAULT '',
    PRIMARY KEY (checkout_id, version)
);

-- A row is an allowed transition of a dispute.
CREATE TABLE dispute_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    PRIMARY KEY (from_status, to_status, actor)
);
INSERT INTO dispute_transitions VALUES
    ('', 'lost', 'provider'), ('', 'open', 'provider'), ('', 'won', 'provider'), ('open', 'lost', 'provider'), ('open', 'won', 'provider');

-- A row is an edition of an artwork.
CREATE TABLE edition_units (
    artwork_id  bigint NOT NULL REFERENCES artworks,
    n           integer NOT NULL CHECK (n > 0),
    status      text NOT NULL CHECK (status IN ('free', 'held', 'sold', 'withheld')),
    checkout_id uuid UNIQUE REFERENCES checkouts DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (artwork_id, n),
    CONSTRAINT owned CHECK ((status IN ('held', 'sold')) = (checkout_id IS NOT NULL))
);
CREATE INDEX edition_units_free ON edition_units (artwork_id, n) WHERE status = 'free';

-- A row is the network that an unpaid hold was made from, for as long as unpaid holds count (UNPAID_HOLDS_WINDOW).
CREATE TABLE hold_networks (
    checkout_id uuid PRIMARY KEY REFERENCES checkouts (id) ON DELETE CASCADE,
    network     text NOT NULL,
    created_at  timestamptz NOT NULL
);
CREATE INDEX hold_networks_network ON hold_networks (network, created_at DESC);
CREATE INDEX hold_networks_created ON hold_networks (created_at);

-- A row is a replica's lease of work on an order, or on a review with money that belongs to none.
CREATE TABLE claims (
    checkout_id uuid NOT NULL,
    work        text NOT NULL,
    until       timestamptz NOT NULL,
    PRIMARY KEY (checkout_id, work)
);

-- A row is a session at the card provider. It is stored as an intent before the provider is called.
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

-- The only row has the time up to which the card provider's events were read from its list. After a restore it is as old as the database, so the
-- events since then are read again.
CREATE TABLE card_events_read (
    one   boolean PRIMARY KEY DEFAULT true CHECK (one),
    until timestamptz NOT NULL
);

-- A row is when a paid card order is compared with the provider next. Without it, each round would read all orders of the last months to find those
-- that are due.
CREATE TABLE card_comparisons (
    checkout_id uuid PRIMARY KEY REFERENCES checkouts,
    due_at      timestamptz NOT NULL
);
CREATE INDEX card_comparisons_due ON card_comparisons (due_at);

-- A row is a price in ether that the chainwatcher signed for an order.
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
    ended_at    timestamptz,
    -- Why a quote has no payout wallet; '' if it has one. The gallery holds the artist's share of an auction, because a share that the contract has
    -- credited couldn't be refunded.
    payout_hold text NOT NULL DEFAULT '' CHECK (payout_hold IN ('', 'no_wallet', 'frozen', 'auction')),
    -- A buyer may decide not to pay a quote. The contract still accepts it until its deadline, so the quote hasn't ended.
    revoked_at  timestamptz
);
CREATE INDEX quotes_checkout ON quotes (checkout_id);
CREATE UNIQUE INDEX one_active_quote ON quotes (checkout_id) WHERE ended_at IS NULL;

-- A row is the height up to which a chain was reconciled with the payments.
CREATE TABLE chain_cursors (
    chain_id bigint PRIMARY KEY,
    height   bigint NOT NULL,
    at       timestamptz NOT NULL DEFAULT now()
);

-- A row is a payment by card or in ether.
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
    -- A payment outside the payment contract, also in another asset.
    unexpected     boolean NOT NULL DEFAULT false,
    asset          text NOT NULL DEFAULT '',
    CHECK (NOT credited OR status = 'final'),
    CONSTRAINT unexpected_is_not_a_credit CHECK (NOT (credited AND asset <> ''))
);
CREATE INDEX payments_checkout ON payments (checkout_id);
-- A plain transfer has no log, so its transaction is part of the key.
CREATE UNIQUE INDEX payments_sighting ON payments (chain_id, block_hash, transaction, log_index) WHERE method = 'ether';
-- A credit happens once: for each checkout, and for each intent of a chain.
CREATE UNIQUE INDEX one_credit_per_checkout ON payments (checkout_id) WHERE credited;
CREATE UNIQUE INDEX one_credit_per_intent ON payments (chain_id, intent_hash) WHERE credited AND method = 'ether';
CREATE INDEX payments_seen ON payments (chain_id, block_number) WHERE method = 'ether' AND status = 'seen';
-- For the gauges, which look for payments that aren't final every 15 seconds, among many final ones.
CREATE INDEX payments_unsettled ON payments (at) WHERE status = 'seen';
-- For the search of staff.
CREATE INDEX payments_transaction ON payments (lower(transaction)) WHERE transaction <> '';
CREATE INDEX payments_payer ON payments (lower(payer)) WHERE payer <> '';
CREATE INDEX payments_refund_address ON payments (lower(refund_address)) WHERE refund_address <> '';

-- A row is an allowed transition of a payment.
CREATE TABLE payment_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    PRIMARY KEY (from_status, to_status, actor)
);
INSERT INTO payment_transitions (from_status, to_status, actor) VALUES
    ('', 'final', 'chain'), ('', 'final', 'provider'), ('', 'reverted', 'chain'), ('', 'seen', 'chain'),
    ('', 'seen', 'provider'), ('reverted', 'final', 'chain'), ('reverted', 'final', 'provider'),
    ('reverted', 'seen', 'provider'), ('seen', 'final', 'chain'), ('seen', 'final', 'provider'),
    ('seen', 'reverted', 'chain'), ('seen', 'reverted', 'provider');

-- A row is a change of a payment's status. Append-only.
CREATE TABLE payment_history (
    payment_id  uuid NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    at          timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX payment_history_payment ON payment_history (payment_id);

-- A row is money that staff decide about. The amount of a review with a payment is in the payment.
CREATE TABLE reviews (
    id             uuid PRIMARY KEY,
    key            text NOT NULL UNIQUE,
    checkout_id    uuid REFERENCES checkouts,
    payment_id     uuid REFERENCES payments,
    reason         text NOT NULL,
    detail         text NOT NULL DEFAULT '',
    created_at     timestamptz NOT NULL,
    closed_at      timestamptz,
    decision       text NOT NULL DEFAULT '' CHECK (decision IN ('', 'refund', 'complete', 'reject', 'automatic')),
    decided_by     text NOT NULL DEFAULT '',
    note           text NOT NULL DEFAULT '',
    method         text NOT NULL DEFAULT '',
    amount         bigint NOT NULL DEFAULT 0,
    currency       text NOT NULL DEFAULT '',
    provider_id    text NOT NULL DEFAULT '',
    chain_id       bigint NOT NULL DEFAULT 0,
    transaction    text NOT NULL DEFAULT '',
    payer          text NOT NULL DEFAULT '',
    wei            numeric(78,0) NOT NULL DEFAULT 0,
    asset          text NOT NULL DEFAULT '',
    refund_address text NOT NULL DEFAULT ''
);
CREATE INDEX reviews_checkout ON reviews (checkout_id);
CREATE INDEX reviews_open ON reviews (payment_id) WHERE closed_at IS NULL;
CREATE INDEX reviews_waiting ON reviews (created_at) WHERE closed_at IS NULL;
CREATE INDEX reviews_closed ON reviews (closed_at DESC) WHERE closed_at IS NOT NULL;

-- A row is a refund by card or in ether, of a payment or of a review's money that belongs to no order.
CREATE TABLE refunds (
    id          uuid PRIMARY KEY,
    checkout_id uuid REFERENCES checkouts,
    payment_id  uuid REFERENCES payments,
    status      text NOT NULL CHECK (status IN ('pending', 'sent', 'succeeded', 'failed')),
    amount      bigint NOT NULL,
    currency    text NOT NULL,
    reason      text NOT NULL,
    provider_id text NOT NULL DEFAULT '',
    created_at  timestamptz NOT NULL,
    method      text NOT NULL DEFAULT 'card' CHECK (method IN ('card', 'ether')),
    chain_id    bigint NOT NULL DEFAULT 0,
    pay_to      text NOT NULL DEFAULT '',
    wei         numeric(78,0) NOT NULL DEFAULT 0,
    transaction text NOT NULL DEFAULT '',
    review_id   uuid REFERENCES reviews,
    CONSTRAINT refunds_amount_check CHECK (CASE method WHEN 'card' THEN amount > 0 ELSE wei > 0 AND pay_to <> '' END),
    CONSTRAINT refunds_owner CHECK ((checkout_id IS NULL) = (payment_id IS NULL) AND num_nonnulls(payment_id, review_id) = 1)
);
CREATE INDEX refunds_checkout ON refunds (checkout_id);
CREATE INDEX refunds_payment ON refunds (payment_id);
CREATE INDEX refunds_review ON refunds (review_id) WHERE review_id IS NOT NULL;
CREATE INDEX refunds_pending ON refunds (created_at) WHERE status IN ('pending', 'sent');
CREATE INDEX refunds_created ON refunds (created_at);
CREATE UNIQUE INDEX refunds_provider ON refunds (provider_id) WHERE provider_id <> '';
CREATE UNIQUE INDEX one_difference_per_checkout ON refunds (checkout_id) WHERE reason = 'auction_settled';
-- For the search of staff.
CREATE INDEX refunds_transaction ON refunds (lower(transaction)) WHERE transaction <> '';
CREATE INDEX refunds_pay_to ON refunds (lower(pay_to)) WHERE pay_to <> '';

-- A row is an allowed transition of a refund.
CREATE TABLE refund_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    PRIMARY KEY (from_status, to_status, actor)
);
INSERT INTO refund_transitions (from_status, to_status, actor) VALUES
    ('', 'failed', 'provider'), ('', 'pending', 'chain'), ('', 'pending', 'provider'), ('', 'pending', 'staff'),
    ('', 'succeeded', 'provider'), ('failed', 'pending', 'provider'), ('failed', 'succeeded', 'provider'),
    ('pending', 'failed', 'chain'), ('pending', 'failed', 'provider'), ('pending', 'sent', 'chain'),
    ('pending', 'succeeded', 'chain'), ('pending', 'succeeded', 'provider'), ('sent', 'failed', 'chain'),
    ('sent', 'succeeded', 'chain'), ('succeeded', 'failed', 'provider'), ('', 'pending', 'reconciler');

-- A row is a change of a refund's status. Append-only.
CREATE TABLE refund_history (
    refund_id   uuid NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    at          timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX refund_history_refund ON refund_history (refund_id);

-- A row is a refund that a second member of staff must approve before money moves.
CREATE TABLE refund_requests (
    id           uuid PRIMARY KEY,
    status       text NOT NULL CHECK (status IN ('pending', 'returning', 'approved', 'rejected', 'expired')),
    checkout_id  uuid REFERENCES checkouts,
    review_id    uuid REFERENCES reviews,
    refund_id    uuid UNIQUE REFERENCES refunds,
    method       text NOT NULL CHECK (method IN ('card', 'ether')),
    amount       bigint NOT NULL DEFAULT 0,
    currency     text NOT NULL DEFAULT '',
    chain_id     bigint NOT NULL DEFAULT 0,
    wei          numeric(78,0) NOT NULL DEFAULT 0,
    pay_to       text NOT NULL DEFAULT '',
    note         text NOT NULL,
    requested_by text NOT NULL CHECK (requested_by <> ''),
    decided_by   text NOT NULL DEFAULT '',
    created_at   timestamptz NOT NULL,
    expires_at   timestamptz NOT NULL,
    decided_at   timestamptz,
    -- Where the token was when the request was made. A refund against the return of the token waits, after its approval, until the buyer has sent
    -- the token back to the vault return_to.
    place        text NOT NULL DEFAULT '' CHECK (place IN ('', 'vault', 'leaving', 'wallet', 'returned', 'unknown')),
    return_to    text NOT NULL DEFAULT '',
    CHECK (num_nonnulls(checkout_id, review_id) > 0),
    CHECK (CASE method WHEN 'card' THEN amount > 0 ELSE wei > 0 AND pay_to <> '' END),
    CHECK ((status = 'pending') = (decided_at IS NULL)),
    CHECK ((status = 'approved') = (refund_id IS NOT NULL)),
    -- One person alone can't move money.
    CONSTRAINT refund_requests_two_people CHECK (status NOT IN ('returning', 'approved') OR decided_by NOT IN ('', requested_by)),
    CONSTRAINT refund_requests_return CHECK (status <> 'returning' OR return_to <> '' AND place = 'wallet')
);
CREATE UNIQUE INDEX refund_requests_pending ON refund_requests (coalesce(review_id, checkout_id)) WHERE status IN ('pending', 'returning');
CREATE INDEX refund_requests_decided ON refund_requests (decided_at DESC) WHERE status <> 'pending';
CREATE INDEX refund_requests_checkout ON refund_requests (checkout_id) WHERE checkout_id IS NOT NULL;

-- A row is an allowed transition of a refund request.
CREATE TABLE refund_request_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    PRIMARY KEY (from_status, to_status, actor)
);
INSERT INTO refund_request_transitions (from_status, to_status, actor) VALUES
    ('', 'pending', 'staff'), ('pending', 'approved', 'staff'), ('pending', 'rejected', 'staff'),
    ('pending', 'expired', 'reconciler'), ('pending', 'returning', 'staff'), ('returning', 'approved', 'chain'),
    ('returning', 'rejected', 'staff'), ('returning', 'expired', 'reconciler');

-- A row is a change of a refund request's status. Append-only.
CREATE TABLE refund_request_history (
    request_id  uuid NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    account     text NOT NULL,
    at          timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX refund_request_history_request ON refund_request_history (request_id);

-- A row is a decision of staff. Append-only.
CREATE TABLE decisions (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    review_id      uuid REFERENCES reviews,
    checkout_id    uuid REFERENCES checkouts,
    refund_id      uuid REFERENCES refunds,
    -- release puts an edition on sale again; export is an export of the movements of money of a period.
    action         text NOT NULL CHECK (action IN ('refund', 'complete', 'reject', 'release', 'export')),
    decided_by     text NOT NULL CHECK (decided_by <> ''),
    note           text NOT NULL,
    refund_address text NOT NULL DEFAULT '',
    at             timestamptz NOT NULL DEFAULT clock_timestamp(),
    approved_by    text NOT NULL DEFAULT '',
    address_signed boolean NOT NULL DEFAULT false,
    CONSTRAINT decisions_two_people CHECK (approved_by <> decided_by),
    -- A refund to an address needs the buyer's signature or a second member of staff.
    CONSTRAINT decisions_address CHECK (action <> 'refund' OR refund_address = '' OR approved_by <> '' OR address_signed)
);
CREATE INDEX decisions_refund ON decisions (refund_id) WHERE refund_id IS NOT NULL;
-- An order releases its edition once.
CREATE UNIQUE INDEX decisions_release ON decisions (checkout_id) WHERE action = 'release';

-- A row is a line of a double entry: the lines of a group sum to zero for each asset. Append-only. Money that belongs to no order has no checkout.
CREATE TABLE ledger (
    entry_group text NOT NULL,
    account     text NOT NULL,
    asset       text NOT NULL,
    amount      numeric(78,0) NOT NULL CHECK (amount <> 0),
    checkout_id uuid REFERENCES checkouts,
    at          timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (entry_group, account, asset)
);
CREATE INDEX ledger_account ON ledger (account);
CREATE INDEX ledger_checkout ON ledger (checkout_id);
-- Exports read the groups of a month or a day.
CREATE INDEX ledger_at ON ledger (at);

-- A row is the last receipt number of a year. Receipts are numbered without gaps within a year.
CREATE TABLE receipt_counters (
    year integer PRIMARY KEY,
    last bigint NOT NULL
);

-- A row is a standard rate of value added tax in basis points, by country and start date. Nothing is invoiced without a row. A change of law is a new
-- row; operators maintain the rows.
CREATE TABLE vat_rates (
    country    text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
    valid_from date NOT NULL,
    rate_bps   integer NOT NULL CHECK (rate_bps BETWEEN 0 AND 10000),
    PRIMARY KEY (country, valid_from)
);
-- Standard rates of the member states of the European Union as of 1 January 2026, from the European Commission's "VAT rates
-- applied in the Member States" (Taxes in Europe Database). The last changes: Luxembourg 1 January 2024, Finland 1 September
-- 2024, Slovakia 1 January 2025, Estonia 1 July 2025, Romania 1 August 2025. Monaco is treated as France (Directive
-- 2006/112/EC, article 7).
INSERT INTO vat_rates (country, valid_from, rate_bps) VALUES
    ('AT', '2024-01-01', 2000), ('BE', '2024-01-01', 2100), ('BG', '2024-01-01', 2000), ('CY', '2024-01-01', 1900),
    ('CZ', '2024-01-01', 2100), ('DE', '2024-01-01', 1900), ('DK', '2024-01-01', 2500), ('EE', '2024-01-01', 2200),
    ('EE', '2025-07-01', 2400), ('ES', '2024-01-01', 2100), ('FI', '2024-01-01', 2400), ('FI', '2024-09-01', 2550),
    ('FR', '2024-01-01', 2000), ('GR', '2024-01-01', 2400), ('HR', '2024-01-01', 2500), ('HU', '2024-01-01', 2700),
    ('IE', '2024-01-01', 2300), ('IT', '2024-01-01', 2200), ('LT', '2024-01-01', 2100), ('LU', '2024-01-01', 1700),
    ('LV', '2024-01-01', 2100), ('MC', '2024-01-01', 2000), ('MT', '2024-01-01', 1800), ('NL', '2024-01-01', 2100),
    ('PL', '2024-01-01', 2300), ('PT', '2024-01-01', 2300), ('RO', '2024-01-01', 1900), ('RO', '2025-08-01', 2100),
    ('SE', '2024-01-01', 2500), ('SI', '2024-01-01', 2200), ('SK', '2024-01-01', 2000), ('SK', '2025-01-01', 2300);
-- The other countries of ISO 3166-1: supplies there are outside the scope of the EU's tax.
INSERT INTO vat_rates (country, valid_from, rate_bps)
SELECT country, '2024-01-01', 0 FROM regexp_split_to_table(
    'AD AE AF AG AI AL AM AO AQ AR AS AU AW AX AZ BA BB BD BF BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF
     CG CH CI CK CL CM CN CO CR CU CV CW CX DJ DM DO DZ EC EG EH ER ET FJ FK FM FO GA GB GD GE GF GG GH GI GL GM GN GP
     GQ GS GT GU GW GY HK HM HN HT ID IL IM IN IO IQ IR IS JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK
     LR LS LY MA MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MU MV MW MX MY MZ NA NC NE NF NG NI NO NP NR NU NZ OM PA PE
     PF PG PH PK PM PN PR PS PW PY QA RE RS RU RW SA SB SC SD SG SH SJ SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH
     TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW',
    '\s+') AS country;

-- A row is the last number of a series and year. Taking one locks the row until the end of the transaction, so a number exists if and only if its
-- document does, without gaps or duplicates.
CREATE TABLE paper_counters (
    series text NOT NULL,
    year   integer NOT NULL,
    last   bigint NOT NULL CHECK (last > 0),
    PRIMARY KEY (series, year)
);

-- A row is an invoice or a credit note with its content at the time of issue. Append-only.
CREATE TABLE papers (
    id              uuid PRIMARY KEY,
    kind            text NOT NULL CHECK (kind IN ('invoice', 'credit_note')),
    series          text NOT NULL,
    year            integer NOT NULL,
    seq             bigint NOT NULL CHECK (seq > 0),
    number          text NOT NULL UNIQUE,
    checkout_id     uuid NOT NULL REFERENCES checkouts,
    refund_id       uuid UNIQUE REFERENCES refunds,
    invoice_id      uuid REFERENCES papers,
    issued_at       timestamptz NOT NULL,
    supplied_at     timestamptz NOT NULL,
    seller_name     text NOT NULL,
    seller_address  text NOT NULL,
    seller_country  text NOT NULL,
    seller_vat_id   text NOT NULL,
    seller_bank     text NOT NULL,
    seller_note     text NOT NULL,
    buyer_name      text NOT NULL,
    buyer_email     text NOT NULL,
    billing_country text NOT NULL,
    country         text NOT NULL,
    rate_bps        integer NOT NULL CHECK (rate_bps BETWEEN 0 AND 10000),
    currency        text NOT NULL,
    gross           bigint NOT NULL CHECK (gross > 0),
    net             bigint NOT NULL CHECK (net >= 0),
    vat             bigint NOT NULL CHECK (vat >= 0),
    title           text NOT NULL,
    artist          text NOT NULL,
    medium          text NOT NULL,
    work_year       integer NOT NULL,
    edition         integer NOT NULL,
    edition_size    integer NOT NULL,
    token_id        bigint NOT NULL,
    method          text NOT NULL CHECK (method IN ('card', 'ether')),
    chain_id        bigint NOT NULL,
    wei             numeric(78,0) NOT NULL CHECK (wei >= 0),
    rate            text NOT NULL,
    rate_source     text NOT NULL,
    rate_at         timestamptz,
    transaction     text NOT NULL,
    reason          text NOT NULL,
    -- The wallet of a gift, which the document prints below the token. It is public on the chain.
    gift_to         text NOT NULL DEFAULT '',
    UNIQUE (series, year, seq),
    CONSTRAINT adds_up CHECK (net + vat = gross),
    CONSTRAINT refers CHECK ((kind = 'credit_note') = (refund_id IS NOT NULL) AND (kind = 'credit_note') = (invoice_id IS NOT NULL))
);
CREATE UNIQUE INDEX one_invoice ON papers (checkout_id) WHERE kind = 'invoice';
CREATE INDEX papers_checkout ON papers (checkout_id);
CREATE INDEX papers_invoice ON papers (invoice_id);

-- A row is a sale whose artist is notified, once.
CREATE TABLE sale_notices (
    checkout_id uuid PRIMARY KEY REFERENCES checkouts,
    attempts    integer NOT NULL DEFAULT 0,
    next_at     timestamptz NOT NULL DEFAULT now(),
    ended_at    timestamptz,
    -- unwanted: the artist switched off emails about sales.
    outcome     text NOT NULL DEFAULT '' CHECK (outcome IN ('', 'mailed', 'no_address', 'unwanted')),
    CHECK ((ended_at IS NULL) = (outcome = ''))
);
CREATE INDEX sale_notices_due ON sale_notices (next_at) WHERE ended_at IS NULL;

-- Staff see the emails of an order, whose id is the second part of their keys.
CREATE INDEX mails_order ON mails (split_part(key, ':', 2));

-- +goose StatementBegin
CREATE FUNCTION append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'append_only';
END $$;

CREATE FUNCTION checkout_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    who text := coalesce(current_setting('vitrine.actor', true), '');
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.status <> 'reserved' THEN
            RAISE EXCEPTION 'a checkout begins as reserved, not %', NEW.status
                USING ERRCODE = 'check_violation', CONSTRAINT = 'checkout_transitions';
        END IF;
        INSERT INTO checkout_history (checkout_id, version, from_status, to_status, reason, actor)
        VALUES (NEW.id, NEW.version, '', NEW.status, NEW.reason, 'buyer');
    ELSIF NEW.status <> OLD.status THEN
        IF NOT EXISTS (SELECT FROM checkout_transitions
                       WHERE from_status = OLD.status AND to_status = NEW.status AND who IN ('', actor)) THEN
            RAISE EXCEPTION 'no step from % to % by "%"', OLD.status, NEW.status, who
                USING ERRCODE = 'check_violation', CONSTRAINT = 'checkout_transitions';
        END IF;
        INSERT INTO checkout_history (checkout_id, version, from_status, to_status, reason, actor)
        VALUES (NEW.id, NEW.version, OLD.status, NEW.status, NEW.reason, who);
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION dispute_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM dispute_transitions
        WHERE from_status = CASE WHEN OLD.dispute_id = NEW.dispute_id THEN OLD.dispute ELSE '' END AND to_status = NEW.dispute
          AND actor = current_setting('vitrine.actor', true)
    ) THEN
        RAISE EXCEPTION 'a dispute does not go from % to %', OLD.dispute, NEW.dispute USING ERRCODE = 'check_violation', CONSTRAINT = 'dispute_step';
    END IF;
    RETURN NEW;
END $$;

CREATE FUNCTION payment_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    who text := coalesce(current_setting('vitrine.actor', true), '');
    was text := CASE WHEN TG_OP = 'INSERT' THEN '' ELSE OLD.status END;
BEGIN
    IF NEW.status = was THEN
        RETURN NULL;
    END IF;
    IF NOT EXISTS (SELECT FROM payment_transitions WHERE from_status = was AND to_status = NEW.status AND who IN ('', actor)) THEN
        RAISE EXCEPTION 'no step of a payment from "%" to % by "%"', was, NEW.status, who
            USING ERRCODE = 'check_violation', CONSTRAINT = 'payment_transitions';
    END IF;
    INSERT INTO payment_history (payment_id, from_status, to_status, actor) VALUES (NEW.id, was, NEW.status, who);
    RETURN NULL;
END $$;

CREATE FUNCTION refund_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    who text := coalesce(current_setting('vitrine.actor', true), '');
    was text := CASE WHEN TG_OP = 'INSERT' THEN '' ELSE OLD.status END;
BEGIN
    IF NEW.status = was THEN
        RETURN NULL;
    END IF;
    IF NOT EXISTS (SELECT FROM refund_transitions WHERE from_status = was AND to_status = NEW.status AND who IN ('', actor)) THEN
        RAISE EXCEPTION 'no step of a refund from "%" to % by "%"', was, NEW.status, who
            USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_transitions';
    END IF;
    INSERT INTO refund_history (refund_id, from_status, to_status, actor) VALUES (NEW.id, was, NEW.status, who);
    RETURN NULL;
END $$;

-- The money of a request, what the first person saw and where the buyer returns the token never change.
CREATE FUNCTION refund_request_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    by_actor text := coalesce(current_setting('vitrine.actor', true), '');
    was      text := CASE WHEN TG_OP = 'INSERT' THEN '' ELSE OLD.status END;
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.checkout_id, NEW.review_id, NEW.method, NEW.amount, NEW.currency, NEW.chain_id, NEW.wei, NEW.pay_to, NEW.requested_by,
            NEW.place, NEW.return_to)
        IS DISTINCT FROM (OLD.checkout_id, OLD.review_id, OLD.method, OLD.amount, OLD.currency, OLD.chain_id, OLD.wei, OLD.pay_to, OLD.requested_by,
            OLD.place, OLD.return_to) THEN
        RAISE EXCEPTION 'the money of a refund request never changes'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_requests_money';
    END IF;
    IF NEW.status = was THEN
        RETURN NULL;
    END IF;
    IF NOT EXISTS (SELECT FROM refund_request_transitions WHERE from_status = was AND to_status = NEW.status AND actor = by_actor) THEN
        RAISE EXCEPTION 'no step of a refund request from "%" to % by "%"', was, NEW.status, by_actor
            USING ERRCODE = 'check_violation', CONSTRAINT = 'refund_request_transitions';
    END IF;
    INSERT INTO refund_request_history (request_id, from_status, to_status, actor, account)
    VALUES (NEW.id, was, NEW.status, by_actor, CASE WHEN was = '' THEN NEW.requested_by ELSE NEW.decided_by END);
    RETURN NULL;
END $$;

CREATE FUNCTION auction_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    who text := coalesce(current_setting('vitrine.actor', true), '');
    was text := CASE WHEN TG_OP = 'INSERT' THEN '' ELSE OLD.status END;
BEGIN
    IF NEW.status <> was AND NOT EXISTS (SELECT FROM auction_transitions WHERE from_status = was AND to_status = NEW.status AND who IN ('', actor)) THEN
        RAISE EXCEPTION 'no step of an auction from "%" to % by "%"', was, NEW.status, who
            USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_transitions';
    END IF;
    IF TG_OP = 'UPDATE' AND OLD.price IS NOT NULL AND NEW.price IS DISTINCT FROM OLD.price THEN
        RAISE EXCEPTION 'auction %: its last price never changes', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_price_fixed';
    END IF;
    IF NEW.status = was THEN
        RETURN NULL;
    END IF;
    INSERT INTO auction_history (auction_id, from_status, to_status, actor) VALUES (NEW.id, was, NEW.status, who);
    RETURN NULL;
END $$;

-- A sold edition leaves its order only after the order released it, even if there is a bug in the code.
CREATE FUNCTION guard_sold_unit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM checkouts WHERE id = OLD.checkout_id AND released_at IS NOT NULL) THEN
        RAISE EXCEPTION 'edition % of artwork %: it is sold', OLD.n, OLD.artwork_id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_sold_unit';
    END IF;
    RETURN NEW;
END $$;

-- The price of an auction, a time after its start. The code has the same function.
CREATE FUNCTION auction_price(amount bigint, lowest bigint, step bigint, interval_seconds integer, since interval) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT greatest(lowest::numeric, amount - step * floor(greatest(extract(epoch FROM since), 0) / interval_seconds))::bigint
$$;

-- An order follows the rules of its phase, even if there is a bug in the code: the phase is open and not paused when the order is made, the
-- price is the phase's, and an account doesn't hold and own more editions than the cap. An order that ended doesn't count, and can't be
-- reopened above the cap. For an auction: the order has the current price, the auction hasn't ended, and an order that ended can't be reopened
-- once the last price is known.
CREATE FUNCTION guard_phase() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    p     phases%ROWTYPE;
    r     phase_prices%ROWTYPE;
    a     auctions%ROWTYPE;
    price bigint;
    taken integer;
BEGIN
    IF TG_OP = 'UPDATE' THEN
        IF (NEW.phase_id, NEW.price_amount, NEW.auction_id) IS DISTINCT FROM (OLD.phase_id, OLD.price_amount, OLD.auction_id) THEN
            RAISE EXCEPTION 'order %: its phase and price never change', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'phase_price';
        END IF;
        IF (NEW.settled_at, NEW.settled_back) IS DISTINCT FROM (OLD.settled_at, OLD.settled_back) THEN
            SELECT * INTO a FROM auctions WHERE id = NEW.auction_id;
            IF OLD.settled_at IS NOT NULL OR a.status IS DISTINCT FROM 'settling' THEN
                RAISE EXCEPTION 'order %: it is settled once, after the last price is known', NEW.id
                    USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_settled_once';
            END IF;
        END IF;
    END IF;
    IF TG_OP = 'INSERT' THEN
        -- The lock prevents staff from moving the start while a price is calculated from it.
        SELECT * INTO p FROM phases WHERE id = NEW.phase_id FOR SHARE;
    ELSE
        SELECT * INTO p FROM phases WHERE id = NEW.phase_id;
    END IF;
    IF TG_OP = 'INSERT' THEN
        IF p.paused_at IS NOT NULL OR NEW.created_at < p.starts_at OR NEW.created_at >= p.ends_at THEN
            RAISE EXCEPTION 'phase % is not open', NEW.phase_id USING ERRCODE = 'check_violation', CONSTRAINT = 'phase_open';
        END IF;
        SELECT * INTO r FROM phase_prices WHERE phase_id = NEW.phase_id AND artwork_id = NEW.artwork_id;
        price := r.amount;
        IF r.lowest IS NOT NULL THEN
            IF p.ends_at IS NULL THEN
                RAISE EXCEPTION 'phase %: an auction needs an end', NEW.phase_id USING ERRCODE = 'check_violation', CONSTRAINT = 'phase_open';
            END IF;
            price := auction_price(r.amount, r.lowest, r.step, r.interval_seconds, NEW.created_at - p.starts_at);
            INSERT INTO auctions (phase_id, artwork_id, amount, currency, lowest, step, interval_seconds)
            VALUES (r.phase_id, r.artwork_id, r.amount, r.currency, r.lowest, r.step, r.interval_seconds) ON CONFLICT (phase_id, artwork_id) DO NOTHING;
            -- The lock waits for an auction that ends at the same time, and prevents it from ending before it includes this order.
            SELECT * INTO a FROM auctions x WHERE x.phase_id = r.phase_id AND x.artwork_id = r.artwork_id FOR SHARE;
            IF a.status <> 'selling' THEN
                RAISE EXCEPTION 'auction % has ended', a.id USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_ended';
            END IF;
            NEW.auction_id := a.id;
        END IF;
        IF price <> NEW.price_amount OR r.currency <> NEW.price_currency THEN
            RAISE EXCEPTION 'phase %: the price is %, not %', NEW.phase_id, price, NEW.price_amount USING ERRCODE = 'check_violation', CONSTRAINT = 'phase_price';
        END IF;
    ELSIF NOT (OLD.status IN ('expired', 'cancelled', 'in_review') AND NEW.status IN ('payment_seen', 'confirming', 'paid')) THEN
        RETURN NEW;
    ELSIF NEW.auction_id IS NOT NULL THEN
        SELECT * INTO a FROM auctions WHERE id = NEW.auction_id FOR SHARE;
        IF a.status IN ('settling', 'settled') THEN
            RAISE EXCEPTION 'auction % has its last price', a.id USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_ended';
        END IF;
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

-- Like the cap of an account in guard_phase: an order that ended releases its entry, and can't be reopened if the entry is used up by then.
CREATE FUNCTION use_phase_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    most  integer;
    taken integer;
BEGIN
    IF TG_OP = 'INSERT' THEN
        -- The previous release stores no entry.
        NEW.phase_entry := coalesce(NEW.phase_entry, 'account:' || NEW.account_id);
    ELSIF NEW.phase_entry IS DISTINCT FROM OLD.phase_entry THEN
        RAISE EXCEPTION 'order %: its phase entry never changes', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'phase_entry_fixed';
    ELSIF NEW.status IN ('expired', 'cancelled', 'refunded') THEN
        NEW.phase_entry_alone := false;
        RETURN NEW;
    ELSIF NOT (OLD.status IN ('expired', 'cancelled', 'in_review') AND NEW.status IN ('payment_seen', 'confirming', 'paid')) THEN
        RETURN NEW;
    END IF;
    SELECT cap INTO most FROM phases WHERE id = NEW.phase_id;
    NEW.phase_entry_alone := most = 1;
    IF most > 0 THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('checkout.phase:' || NEW.phase_id || ':' || NEW.phase_entry, 0));
        SELECT count(*) INTO taken FROM checkouts
        WHERE phase_id = NEW.phase_id AND phase_entry = NEW.phase_entry AND id <> NEW.id AND status NOT IN ('expired', 'cancelled', 'refunded');
        IF taken >= most THEN
            RAISE EXCEPTION 'phase %: an entry admits to % editions', NEW.phase_id, most USING ERRCODE = 'check_violation', CONSTRAINT = 'phase_entry';
        END IF;
    END IF;
    RETURN NEW;
END $$;

-- The prices of an auction with orders follow from its start. Without an end, the auction would never settle.
CREATE FUNCTION guard_auction_phase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.starts_at <> OLD.starts_at OR NEW.ends_at IS NULL) AND EXISTS (SELECT FROM auctions WHERE phase_id = NEW.id) THEN
        RAISE EXCEPTION 'phase %: its auction has orders', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_terms';
    END IF;
    RETURN NEW;
END $$;

-- A quote of an auction pays the artist nothing.
CREATE FUNCTION guard_auction_quote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM checkouts WHERE id = NEW.checkout_id AND auction_id IS NOT NULL) THEN
        RAISE EXCEPTION 'quote %: the gallery holds the share of an auction', NEW.intent_hash USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_payout';
    END IF;
    RETURN NEW;
END $$;

-- Once a payment was seen, the wallet of a gift never changes, even if there is a bug in the code.
CREATE FUNCTION guard_gift_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'checkout %: the wallet of a paid gift never changes', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_gift_wallet';
END $$;

CREATE FUNCTION guard_gift_accepted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'checkout %: its gift was accepted once', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_gift_accepted';
END $$;

CREATE FUNCTION schedule_card_comparison() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO card_comparisons (checkout_id, due_at) VALUES (NEW.id, NEW.paid_at) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE FUNCTION ledger_balances() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM ledger WHERE entry_group = NEW.entry_group GROUP BY asset HAVING sum(amount) <> 0) THEN
        RAISE EXCEPTION 'ledger group % does not sum to zero', NEW.entry_group
            USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_balances';
    END IF;
    RETURN NULL;
END $$;

-- Credit notes never exceed their invoice, neither in the price nor in the tax.
CREATE FUNCTION credit_fits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.kind = 'credit_note' AND NOT EXISTS (
        SELECT FROM papers i
        WHERE i.id = NEW.invoice_id AND i.kind = 'invoice' AND i.checkout_id = NEW.checkout_id AND i.currency = NEW.currency
          AND NEW.gross + (SELECT coalesce(sum(gross), 0) FROM papers WHERE invoice_id = i.id) <= i.gross
          AND NEW.vat + (SELECT coalesce(sum(vat), 0) FROM papers WHERE invoice_id = i.id) <= i.vat)
    THEN
        RAISE EXCEPTION 'credit note % does not fit its invoice', NEW.number
            USING ERRCODE = 'check_violation', CONSTRAINT = 'credit_fits';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER checkout_step AFTER INSERT OR UPDATE ON checkouts FOR EACH ROW EXECUTE FUNCTION checkout_step();
CREATE TRIGGER dispute_step BEFORE UPDATE OF dispute, dispute_id ON checkouts FOR EACH ROW
    WHEN ((OLD.dispute_id, OLD.dispute) IS DISTINCT FROM (NEW.dispute_id, NEW.dispute)) EXECUTE FUNCTION dispute_step();
CREATE TRIGGER guard_phase_insert BEFORE INSERT ON checkouts FOR EACH ROW WHEN (NEW.phase_id IS NOT NULL) EXECUTE FUNCTION guard_phase();
CREATE TRIGGER guard_phase_update BEFORE UPDATE ON checkouts FOR EACH ROW WHEN (OLD.phase_id IS NOT NULL) EXECUTE FUNCTION guard_phase();
CREATE TRIGGER phase_entry_insert BEFORE INSERT ON checkouts FOR EACH ROW WHEN (NEW.phase_id IS NOT NULL) EXECUTE FUNCTION use_phase_entry();
CREATE TRIGGER phase_entry_update BEFORE UPDATE ON checkouts FOR EACH ROW WHEN (OLD.phase_id IS NOT NULL) EXECUTE FUNCTION use_phase_entry();
CREATE TRIGGER guard_gift_wallet BEFORE UPDATE OF gift_to ON checkouts FOR EACH ROW
    WHEN (OLD.gift_to <> NEW.gift_to AND OLD.status NOT IN ('reserved', 'awaiting_payment', 'payment_failed')) EXECUTE FUNCTION guard_gift_wallet();
CREATE TRIGGER guard_gift_accepted BEFORE UPDATE OF gift_accepted_at ON checkouts FOR EACH ROW
    WHEN (OLD.gift_accepted_at IS NOT NULL AND NEW.gift_accepted_at IS DISTINCT FROM OLD.gift_accepted_at) EXECUTE FUNCTION guard_gift_accepted();
CREATE TRIGGER schedule_card_comparison AFTER UPDATE ON checkouts FOR EACH ROW
    WHEN (NEW.method = 'card' AND NEW.paid_at IS NOT NULL AND (OLD.method <> 'card' OR OLD.paid_at IS NULL))
    EXECUTE FUNCTION schedule_card_comparison();
CREATE TRIGGER guard_sold_unit BEFORE UPDATE ON edition_units FOR EACH ROW
    WHEN (OLD.status = 'sold' AND (OLD.status, OLD.checkout_id) IS DISTINCT FROM (NEW.status, NEW.checkout_id)) EXECUTE FUNCTION guard_sold_unit();
CREATE TRIGGER guard_auction_phase BEFORE UPDATE ON phases FOR EACH ROW EXECUTE FUNCTION guard_auction_phase();
CREATE TRIGGER auction_step AFTER INSERT OR UPDATE ON auctions FOR EACH ROW EXECUTE FUNCTION auction_step();
CREATE TRIGGER guard_auction_quote BEFORE INSERT OR UPDATE OF payout ON quotes FOR EACH ROW WHEN (NEW.payout <> '') EXECUTE FUNCTION guard_auction_quote();
CREATE TRIGGER payment_step AFTER INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION payment_step();
CREATE TRIGGER refund_step AFTER INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION refund_step();
CREATE TRIGGER refund_request_step AFTER INSERT OR UPDATE ON refund_requests FOR EACH ROW EXECUTE FUNCTION refund_request_step();
CREATE CONSTRAINT TRIGGER ledger_balances AFTER INSERT ON ledger DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION ledger_balances();
CREATE TRIGGER credit_fits BEFORE INSERT ON papers FOR EACH ROW EXECUTE FUNCTION credit_fits();

CREATE TRIGGER phase_history_append_only BEFORE UPDATE OR DELETE ON phase_history FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER auction_history_append_only BEFORE UPDATE OR DELETE ON auction_history FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER checkout_history_append_only BEFORE UPDATE OR DELETE ON checkout_history FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER payment_history_append_only BEFORE UPDATE OR DELETE ON payment_history FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER refund_history_append_only BEFORE UPDATE OR DELETE ON refund_history FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER refund_request_history_append_only BEFORE UPDATE OR DELETE ON refund_request_history FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER decisions_append_only BEFORE UPDATE OR DELETE ON decisions FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER ledger_append_only BEFORE UPDATE OR DELETE ON ledger FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER papers_append_only BEFORE UPDATE OR DELETE ON papers FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER papers_not_truncated BEFORE TRUNCATE ON papers FOR EACH STATEMENT EXECUTE FUNCTION append_only();
