-- +goose Up

-- A refund request says where the token was when it was made. A refund against the return of the token waits, after its approval, until the
-- buyer has sent the token back to the vault return_to.
ALTER TABLE refund_requests
    ADD COLUMN place     text NOT NULL DEFAULT '' CHECK (place IN ('', 'vault', 'leaving', 'wallet', 'returned', 'unknown')),
    ADD COLUMN return_to text NOT NULL DEFAULT '',
    DROP CONSTRAINT refund_requests_status_check,
    DROP CONSTRAINT refund_requests_two_people;
ALTER TABLE refund_requests
    ADD CONSTRAINT refund_requests_status_check CHECK (status IN ('pending', 'returning', 'approved', 'rejected', 'expired')) NOT VALID,
    ADD CONSTRAINT refund_requests_two_people CHECK (status NOT IN ('returning', 'approved') OR decided_by NOT IN ('', requested_by)) NOT VALID,
    ADD CONSTRAINT refund_requests_return CHECK (status <> 'returning' OR return_to <> '' AND place = 'wallet') NOT VALID;

DROP INDEX refund_requests_pending;
CREATE UNIQUE INDEX refund_requests_pending ON refund_requests (coalesce(review_id, checkout_id)) WHERE status IN ('pending', 'returning');

INSERT INTO refund_request_transitions (from_status, to_status, actor) VALUES
    ('pending', 'returning', 'staff'), ('returning', 'approved', 'chain'), ('returning', 'rejected', 'staff'),
    ('returning', 'expired', 'reconciler');

-- What the first person saw, and what the buyer was told to do, never change either.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION refund_request_step() RETURNS trigger LANGUAGE plpgsql AS $$
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
-- +goose StatementEnd
