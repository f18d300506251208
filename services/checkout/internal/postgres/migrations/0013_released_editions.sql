-- +goose Up

-- When staff put the edition of a refunded order on sale again. Such an order never owns an edition again, whatever happens to its refund.
ALTER TABLE checkouts
    ADD COLUMN released_at timestamptz,
    ADD CONSTRAINT checkouts_released CHECK (released_at IS NULL OR paid_at IS NOT NULL AND status IN ('refunded', 'refund_pending', 'refund_failed'));

-- A decision to put an edition on sale again.
ALTER TABLE decisions DROP CONSTRAINT decisions_action_check;
ALTER TABLE decisions ADD CONSTRAINT decisions_action_check CHECK (action IN ('refund', 'complete', 'reject', 'release')) NOT VALID;
-- An order releases its edition once.
CREATE UNIQUE INDEX decisions_release ON decisions (checkout_id) WHERE action = 'release';

-- A sold edition leaves its order only after the order released it, even if there is a bug in the code.
-- +goose StatementBegin
CREATE FUNCTION guard_sold_unit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM checkouts WHERE id = OLD.checkout_id AND released_at IS NOT NULL) THEN
        RAISE EXCEPTION 'edition % of artwork %: it is sold', OLD.n, OLD.artwork_id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_sold_unit';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard_sold_unit BEFORE UPDATE ON edition_units FOR EACH ROW
    WHEN (OLD.status = 'sold' AND (OLD.status, OLD.checkout_id) IS DISTINCT FROM (NEW.status, NEW.checkout_id)) EXECUTE FUNCTION guard_sold_unit();
