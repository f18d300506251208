-- +goose Up

-- The buyer's choices at the start of a payment.
ALTER TABLE checkouts
    ADD COLUMN billing_country    text NOT NULL DEFAULT '',
    ADD COLUMN immediate_delivery boolean NOT NULL DEFAULT false;

-- Allowed transitions with their actors; the same rows as in the code. The actor is the transaction's setting vitrine.actor. The previous
-- release doesn't set it: for its steps only the states are checked.
DELETE FROM checkout_transitions;
ALTER TABLE checkout_transitions ADD COLUMN actor text NOT NULL;
ALTER TABLE checkout_transitions DROP CONSTRAINT checkout_transitions_pkey;
ALTER TABLE checkout_transitions ADD PRIMARY KEY (from_status, to_status, actor);
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
    ('reverted', 'payment_seen', 'chain'), ('reverted', 'payment_seen', 'provider');
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
    ('sent', 'succeeded', 'chain'), ('succeeded', 'failed', 'provider');

ALTER TABLE checkout_history ADD COLUMN actor text NOT NULL DEFAULT '';
CREATE TABLE payment_history (
    payment_id  uuid NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    at          timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX payment_history_payment ON payment_history (payment_id);
CREATE TABLE refund_history (
    refund_id   uuid NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    at          timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX refund_history_refund ON refund_history (refund_id);

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION checkout_step() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- +goose StatementEnd
CREATE TRIGGER payment_step AFTER INSERT OR UPDATE ON payments FOR EACH ROW EXECUTE FUNCTION payment_step();
CREATE TRIGGER refund_step AFTER INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION refund_step();
CREATE TRIGGER payment_history_append_only BEFORE UPDATE OR DELETE ON payment_history
    FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER refund_history_append_only BEFORE UPDATE OR DELETE ON refund_history
    FOR EACH ROW EXECUTE FUNCTION append_only();

-- Payments outside the payment contract, also in other assets. A plain transfer has no log, so its transaction is part of the key.
ALTER TABLE payments
    ADD COLUMN unexpected boolean NOT NULL DEFAULT false,
    ADD COLUMN asset      text NOT NULL DEFAULT '';
ALTER TABLE payments ADD CONSTRAINT unexpected_is_not_a_credit CHECK (NOT (credited AND asset <> ''));
DROP INDEX payments_sighting;
CREATE UNIQUE INDEX payments_sighting ON payments (chain_id, block_hash, transaction, log_index) WHERE method = 'ether';
CREATE INDEX payments_seen ON payments (chain_id, block_number) WHERE method = 'ether' AND status = 'seen';

-- Refunds of ether, and of money that belongs to no checkout.
ALTER TABLE refunds
    ALTER COLUMN checkout_id DROP NOT NULL,
    ALTER COLUMN payment_id DROP NOT NULL,
    ADD COLUMN method      text NOT NULL DEFAULT 'card' CHECK (method IN ('card', 'ether')),
    ADD COLUMN chain_id    bigint NOT NULL DEFAULT 0,
    ADD COLUMN pay_to      text NOT NULL DEFAULT '',
    ADD COLUMN wei         numeric(78,0) NOT NULL DEFAULT 0,
    ADD COLUMN transaction text NOT NULL DEFAULT '',
    ADD COLUMN review_id   uuid REFERENCES reviews,
    DROP CONSTRAINT refunds_status_check,
    DROP CONSTRAINT refunds_amount_check;
ALTER TABLE refunds
    ADD CONSTRAINT refunds_status_check CHECK (status IN ('pending', 'sent', 'succeeded', 'failed')),
    ADD CONSTRAINT refunds_amount_check CHECK (CASE method WHEN 'card' THEN amount > 0 ELSE wei > 0 AND pay_to <> '' END),
    ADD CONSTRAINT refunds_owner CHECK ((checkout_id IS NULL) = (payment_id IS NULL) AND num_nonnulls(payment_id, review_id) = 1);
CREATE INDEX refunds_review ON refunds (review_id) WHERE review_id IS NOT NULL;
DROP INDEX refunds_pending;
CREATE INDEX refunds_pending ON refunds (created_at) WHERE status IN ('pending', 'sent');

-- Reviews and their decisions. The amount of a review with a payment is in the payment.
ALTER TABLE reviews
    ADD COLUMN decision       text NOT NULL DEFAULT '' CHECK (decision IN ('', 'refund', 'complete', 'reject', 'automatic')),
    ADD COLUMN decided_by     text NOT NULL DEFAULT '',
    ADD COLUMN note           text NOT NULL DEFAULT '',
    ADD COLUMN method         text NOT NULL DEFAULT '',
    ADD COLUMN amount         bigint NOT NULL DEFAULT 0,
    ADD COLUMN currency       text NOT NULL DEFAULT '',
    ADD COLUMN provider_id    text NOT NULL DEFAULT '',
    ADD COLUMN chain_id       bigint NOT NULL DEFAULT 0,
    ADD COLUMN transaction    text NOT NULL DEFAULT '',
    ADD COLUMN payer          text NOT NULL DEFAULT '',
    ADD COLUMN wei            numeric(78,0) NOT NULL DEFAULT 0,
    ADD COLUMN asset          text NOT NULL DEFAULT '',
    ADD COLUMN refund_address text NOT NULL DEFAULT '';
UPDATE reviews SET decision = 'automatic' WHERE closed_at IS NOT NULL;
CREATE INDEX reviews_waiting ON reviews (created_at) WHERE closed_at IS NULL;
CREATE INDEX reviews_closed ON reviews (closed_at DESC) WHERE closed_at IS NOT NULL;

-- Decisions. Rows are never updated.
CREATE TABLE decisions (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    review_id      uuid REFERENCES reviews,
    checkout_id    uuid REFERENCES checkouts,
    refund_id      uuid REFERENCES refunds,
    action         text NOT NULL CHECK (action IN ('refund', 'complete', 'reject')),
    decided_by     text NOT NULL CHECK (decided_by <> ''),
    note           text NOT NULL,
    refund_address text NOT NULL DEFAULT '',
    at             timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE TRIGGER decisions_append_only BEFORE UPDATE OR DELETE ON decisions FOR EACH ROW EXECUTE FUNCTION append_only();

-- The ledger includes money without a checkout.
ALTER TABLE ledger ALTER COLUMN checkout_id DROP NOT NULL;

CREATE INDEX checkouts_settled ON checkouts (paid_at) WHERE method = 'card' AND paid_at IS NOT NULL;
CREATE INDEX checkouts_owed ON checkouts (paid_at) WHERE status IN ('paid', 'delivering');

-- A claim is on a checkout, or on a review with money that belongs to none.
ALTER TABLE claims DROP CONSTRAINT claims_checkout_id_fkey;

-- The height up to which each chain was reconciled with the payments.
CREATE TABLE chain_cursors (
    chain_id bigint PRIMARY KEY,
    height   bigint NOT NULL,
    at       timestamptz NOT NULL DEFAULT now()
);
