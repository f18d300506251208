-- +goose Up

-- A price with these columns is a Dutch auction of the artwork: it starts at amount and falls by step every interval_seconds, to lowest. All
-- amounts are minor units of currency.
ALTER TABLE phase_prices
    ADD COLUMN lowest           bigint,
    ADD COLUMN step             bigint,
    ADD COLUMN interval_seconds integer,
    ADD CONSTRAINT phase_prices_auction CHECK (
        num_nonnulls(lowest, step, interval_seconds) = 0
        OR num_nonnulls(lowest, step, interval_seconds) = 3 AND lowest > 0 AND lowest < amount AND step > 0 AND step <= amount - lowest
            AND (amount - lowest) / step < 1000 AND interval_seconds BETWEEN 1 AND 604800),
    ADD CONSTRAINT phase_prices_terms UNIQUE (phase_id, artwork_id, amount, currency, lowest, step, interval_seconds);

-- The price of an auction, a time after its start. The code has the same function.
-- +goose StatementBegin
CREATE FUNCTION auction_price(amount bigint, lowest bigint, step bigint, interval_seconds integer, since interval) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
    SELECT greatest(lowest::numeric, amount - step * floor(greatest(extract(epoch FROM since), 0) / interval_seconds))::bigint
$$;
-- +goose StatementEnd

-- An auction that has an order. The first hold adds it. It repeats the terms, so that its foreign key prevents changes.
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

-- Allowed transitions; the same rows as in the code.
CREATE TABLE auction_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    PRIMARY KEY (from_status, to_status, actor)
);
INSERT INTO auction_transitions (from_status, to_status, actor) VALUES
    ('', 'selling', 'buyer'), ('selling', 'ended', 'reconciler'), ('ended', 'settling', 'reconciler'), ('ended', 'settled', 'reconciler'),
    ('settling', 'settled', 'reconciler');
CREATE TABLE auction_history (
    auction_id  uuid NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    at          timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX auction_history_auction ON auction_history (auction_id);
CREATE TRIGGER auction_history_append_only BEFORE UPDATE OR DELETE ON auction_history FOR EACH ROW EXECUTE FUNCTION append_only();
-- +goose StatementBegin
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
-- +goose StatementEnd
CREATE TRIGGER auction_step AFTER INSERT OR UPDATE ON auctions FOR EACH ROW EXECUTE FUNCTION auction_step();

-- settled_back is the amount that an order gets back once everyone pays the last price: minor units for cards, otherwise wei. It is written
-- once, with the refund, so the difference can't be refunded twice.
ALTER TABLE checkouts
    ADD COLUMN auction_id   uuid REFERENCES auctions,
    ADD COLUMN settled_at   timestamptz,
    ADD COLUMN settled_back numeric(78,0),
    ADD CHECK (settled_back >= 0),
    ADD CHECK ((settled_at IS NULL) = (settled_back IS NULL)),
    ADD CHECK (settled_at IS NULL OR auction_id IS NOT NULL);
CREATE INDEX checkouts_auction ON checkouts (auction_id) WHERE auction_id IS NOT NULL;
CREATE UNIQUE INDEX one_difference_per_checkout ON refunds (checkout_id) WHERE reason = 'auction_settled';
INSERT INTO refund_transitions (from_status, to_status, actor) VALUES ('', 'pending', 'reconciler');

-- The gallery holds the artist's share of an auction, because a share that the contract has credited couldn't be refunded.
ALTER TABLE quotes DROP CONSTRAINT quotes_payout_hold_check;
ALTER TABLE quotes ADD CONSTRAINT quotes_payout_hold_check CHECK (payout_hold IN ('', 'no_wallet', 'frozen', 'auction'));

-- As before, and for an auction: the order has the current price, the auction hasn't ended, and an order that ended can't be reopened once
-- the last price is known.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION guard_phase() RETURNS trigger LANGUAGE plpgsql AS $$
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

-- The prices of an auction with orders follow from its start. Without an end, the auction would never settle.
CREATE FUNCTION guard_auction_phase() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.starts_at <> OLD.starts_at OR NEW.ends_at IS NULL) AND EXISTS (SELECT FROM auctions WHERE phase_id = NEW.id) THEN
        RAISE EXCEPTION 'phase %: its auction has orders', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_terms';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard_auction_phase BEFORE UPDATE ON phases FOR EACH ROW EXECUTE FUNCTION guard_auction_phase();

-- The previous release doesn't know auctions: it must not create a quote that pays the artist.
-- +goose StatementBegin
CREATE FUNCTION guard_auction_quote() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM checkouts WHERE id = NEW.checkout_id AND auction_id IS NOT NULL) THEN
        RAISE EXCEPTION 'quote %: the gallery holds the share of an auction', NEW.intent_hash USING ERRCODE = 'check_violation', CONSTRAINT = 'auction_payout';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard_auction_quote BEFORE INSERT OR UPDATE OF payout ON quotes FOR EACH ROW WHEN (NEW.payout <> '') EXECUTE FUNCTION guard_auction_quote();
