-- +goose Up

-- What admitted the buyer of an order to its phase: "account:<id>", "wallet:<address in lower case>" or "token:<id>". The phase's cap also counts
-- by it, so that an entry of a list or a token can't serve one account after another. phase_entry_alone is whether the order uses up its entry, because the
-- cap is 1.
ALTER TABLE checkouts ADD COLUMN phase_entry text, ADD COLUMN phase_entry_alone boolean NOT NULL DEFAULT false;
UPDATE checkouts SET phase_entry = 'account:' || account_id WHERE phase_id IS NOT NULL;
CREATE INDEX checkouts_phase_entry ON checkouts (phase_id, phase_entry) WHERE phase_id IS NOT NULL;
CREATE UNIQUE INDEX one_order_of_a_phase_entry ON checkouts (phase_id, phase_entry) WHERE phase_entry_alone;

-- Like the cap of an account in guard_phase: an order that ended releases its entry, and can't be reopened if the entry is used up by then.
-- +goose StatementBegin
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
-- +goose StatementEnd
CREATE TRIGGER phase_entry_insert BEFORE INSERT ON checkouts FOR EACH ROW WHEN (NEW.phase_id IS NOT NULL) EXECUTE FUNCTION use_phase_entry();
CREATE TRIGGER phase_entry_update BEFORE UPDATE ON checkouts FOR EACH ROW WHEN (OLD.phase_id IS NOT NULL) EXECUTE FUNCTION use_phase_entry();
