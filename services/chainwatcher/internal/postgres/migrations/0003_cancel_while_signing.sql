-- +goose Up

-- A withdrawal that waits for the signer can be cancelled until something was signed for it.
INSERT INTO transitions VALUES ('withdrawals', 'signing', 'cancelled');

-- Ended withdrawals are never signed, even by the previous release, whose signer doesn't check the withdrawal again.
-- +goose StatementBegin
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
CREATE TRIGGER guard BEFORE INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION guard_attempt();
