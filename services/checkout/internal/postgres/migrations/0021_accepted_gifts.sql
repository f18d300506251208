-- +goose Up

-- When the recipient of a gift by email accepted it, as the chainwatcher reports it. It happens once.
ALTER TABLE checkouts
    ADD COLUMN gift_accepted_at timestamptz,
    ADD CONSTRAINT checkouts_gift_accepted CHECK (gift_accepted_at IS NULL OR paid_at IS NOT NULL AND gift_to = '');

-- +goose StatementBegin
CREATE FUNCTION guard_gift_accepted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'checkout %: its gift was accepted once', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_gift_accepted';
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard_gift_accepted BEFORE UPDATE OF gift_accepted_at ON checkouts FOR EACH ROW
    WHEN (OLD.gift_accepted_at IS NOT NULL AND NEW.gift_accepted_at IS DISTINCT FROM OLD.gift_accepted_at) EXECUTE FUNCTION guard_gift_accepted();
