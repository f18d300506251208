-- +goose Up

-- A gift goes to an email address or to a wallet. For a wallet, the transfer is queued once the order is completed.
ALTER TABLE gifts
    ADD COLUMN to_address text NOT NULL DEFAULT '',
    -- The ENS name that pointed to the wallet when the payment started.
    ADD COLUMN to_name    text NOT NULL DEFAULT '' CHECK (length(to_name) <= 255),
    DROP CONSTRAINT gifts_status_check,
    DROP CONSTRAINT gifts_check2,
    ADD CONSTRAINT gifts_status_check CHECK (status IN ('pending', 'waiting', 'accepted', 'queued', 'cancelled', 'refunded')),
    ADD CONSTRAINT gifts_ended CHECK ((status IN ('accepted', 'queued', 'cancelled', 'refunded')) = (ended_at IS NOT NULL)),
    ADD CONSTRAINT gifts_wallet CHECK (CASE to_address WHEN '' THEN to_name = '' AND status <> 'queued'
        ELSE to_address ~ '^0x[0-9a-fA-F]{40}$' AND email = '' AND message = '' AND status NOT IN ('waiting', 'accepted') END);
INSERT INTO transitions VALUES ('gifts', 'pending', 'queued');

ALTER TABLE withdrawals ADD COLUMN gift_id text REFERENCES gifts, ADD CONSTRAINT withdrawals_gift UNIQUE (gift_id);

-- The buyer chose the wallet before they paid, so nothing changes it afterwards. And only such a gift leaves the vault without an approval,
-- even if there is a bug in the code.
-- +goose StatementBegin
CREATE FUNCTION guard_gift_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'gift %: its wallet never changes', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_gift_wallet';
END $$;

CREATE FUNCTION guard_unapproved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.status <> 'approved' OR NOT EXISTS (
        SELECT FROM gifts WHERE id = NEW.gift_id AND status = 'queued' AND token_id = NEW.token_id AND account_id = NEW.account_id
            AND to_address = NEW.to_address) THEN
        RAISE EXCEPTION 'withdrawal %: nobody approved it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_unapproved';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard_wallet BEFORE UPDATE OF to_address ON gifts FOR EACH ROW
    WHEN (OLD.to_address <> NEW.to_address) EXECUTE FUNCTION guard_gift_wallet();
CREATE TRIGGER guard_unapproved BEFORE INSERT ON withdrawals FOR EACH ROW
    WHEN (NEW.gift_id IS NOT NULL OR NEW.status <> 'awaiting_approval') EXECUTE FUNCTION guard_unapproved();
