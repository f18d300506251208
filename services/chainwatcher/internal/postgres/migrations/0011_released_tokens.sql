-- +goose Up

-- A refunded order whose edition staff put on sale again. Its token goes to the next order, and it never gets one itself.
ALTER TABLE freezes
    ADD COLUMN released_at timestamptz,
    ADD CONSTRAINT freezes_released CHECK (released_at IS NULL OR refunded);

-- A token leaves an order only after the order released it, even if there is a bug in the code. A late event can't restore the token.
-- +goose StatementBegin
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
-- +goose StatementEnd
CREATE TRIGGER guard_order_insert BEFORE INSERT ON tokens FOR EACH ROW EXECUTE FUNCTION guard_token_order();
CREATE TRIGGER guard_order_update BEFORE UPDATE OF checkout_id ON tokens FOR EACH ROW
    WHEN (OLD.checkout_id <> NEW.checkout_id) EXECUTE FUNCTION guard_token_order();
