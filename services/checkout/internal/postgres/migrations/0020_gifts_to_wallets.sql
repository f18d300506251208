-- +goose Up

-- The wallet that a gift goes to, instead of an email address, and the ENS name that pointed to it when the payment started.
ALTER TABLE checkouts
    ADD COLUMN gift_to   text NOT NULL DEFAULT '',
    ADD COLUMN gift_name text NOT NULL DEFAULT '',
    ADD CONSTRAINT checkouts_gift_wallet CHECK (CASE gift_to WHEN '' THEN gift_name = ''
        ELSE gift_to ~ '^0x[0-9a-fA-F]{40}$' AND gift_email = '' AND gift_message = '' AND length(gift_name) <= 255 END);

-- Documents print the address below the token. It is public on the chain.
ALTER TABLE papers ADD COLUMN gift_to text NOT NULL DEFAULT '';

-- Once a payment was seen, the wallet never changes, even if there is a bug in the code.
-- +goose StatementBegin
CREATE FUNCTION guard_gift_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'checkout %: the wallet of a paid gift never changes', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_gift_wallet';
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard_gift_wallet BEFORE UPDATE OF gift_to ON checkouts FOR EACH ROW
    WHEN (OLD.gift_to <> NEW.gift_to AND OLD.status NOT IN ('reserved', 'awaiting_payment', 'payment_failed')) EXECUTE FUNCTION guard_gift_wallet();
