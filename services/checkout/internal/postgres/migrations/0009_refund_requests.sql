-- +goose Up

-- Refunds that a second member of staff must approve before money moves.
CREATE TABLE refund_requests (
    id           uuid PRIMARY KEY,
    status       text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'expired')),
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
    CHECK (num_nonnulls(checkout_id, review_id) > 0),
    CHECK (CASE method WHEN 'card' THEN amount > 0 ELSE wei > 0 AND pay_to <> '' END),
    CHECK ((status = 'pending') = (decided_at IS NULL)),
    CHECK ((status = 'approved') = (refund_id IS NOT NULL)),
    -- One person alone can't move money.
    CONSTRAINT refund_requests_two_people CHECK (status <> 'approved' OR decided_by NOT IN ('', requested_by))
);
CREATE UNIQUE INDEX refund_requests_pending ON refund_requests (coalesce(review_id, checkout_id)) WHERE status = 'pending';
CREATE INDEX refund_requests_decided ON refund_requests (decided_at DESC) WHERE status <> 'pending';

CREATE TABLE refund_request_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    PRIMARY KEY (from_status, to_status, actor)
);
INSERT INTO refund_request_transitions (from_status, to_status, actor) VALUES
    ('', 'pending', 'staff'), ('pending', 'approved', 'staff'), ('pending', 'rejected', 'staff'),
    ('pending', 'expired', 'reconciler');

CREATE TABLE refund_request_history (
    request_id  uuid NOT NULL,
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    account     text NOT NULL,
    at          timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX refund_request_history_request ON refund_request_history (request_id);
CREATE TRIGGER refund_request_history_append_only BEFORE UPDATE OR DELETE ON refund_request_history
    FOR EACH ROW EXECUTE FUNCTION append_only();

-- +goose StatementBegin
CREATE FUNCTION refund_request_step() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    by_actor text := coalesce(current_setting('vitrine.actor', true), '');
    was      text := CASE WHEN TG_OP = 'INSERT' THEN '' ELSE OLD.status END;
BEGIN
    IF TG_OP = 'UPDATE' AND (NEW.checkout_id, NEW.review_id, NEW.method, NEW.amount, NEW.currency, NEW.chain_id, NEW.wei, NEW.pay_to, NEW.requested_by)
        IS DISTINCT FROM (OLD.checkout_id, OLD.review_id, OLD.method, OLD.amount, OLD.currency, OLD.chain_id, OLD.wei, OLD.pay_to, OLD.requested_by) THEN
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
-- +goose StatementEnd
CREATE TRIGGER refund_request_step AFTER INSERT OR UPDATE ON refund_requests FOR EACH ROW EXECUTE FUNCTION refund_request_step();

-- A refund to an address needs the buyer's signature or a second member of staff. The constraints don't check older rows. While replicas of
-- the previous version run, their refunds to addresses fail.
ALTER TABLE decisions
    ADD COLUMN approved_by    text NOT NULL DEFAULT '',
    ADD COLUMN address_signed boolean NOT NULL DEFAULT false;
ALTER TABLE decisions
    ADD CONSTRAINT decisions_two_people CHECK (approved_by <> decided_by) NOT VALID,
    ADD CONSTRAINT decisions_address CHECK (action <> 'refund' OR refund_address = '' OR approved_by <> '' OR address_signed) NOT VALID;
CREATE INDEX decisions_refund ON decisions (refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX refunds_created ON refunds (created_at);
