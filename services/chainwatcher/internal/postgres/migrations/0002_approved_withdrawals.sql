-- +goose Up

-- Nothing uses withdrawal_batches.ended_at and its index any more, except for the export of a person's data. A later release drops both.

-- Approvals has a withdrawal until it is approved. From then on it is here: a row of withdrawal_batches is an approved request, of one token or
-- of several.
ALTER TABLE withdrawal_batches ADD COLUMN approved_at timestamptz, ADD COLUMN to_address text NOT NULL DEFAULT '';

-- Withdrawals that wait for their approval end, here and at approvals: their owners can request them again.
UPDATE withdrawals SET status = 'cancelled' WHERE status = 'awaiting_approval';

-- +goose StatementBegin
-- Nothing leaves the vault without an approval, even if there is a bug in the code: a withdrawal needs a gift to a wallet, which the buyer
-- approved by paying, or an approved request of the same account to the same address.
CREATE OR REPLACE FUNCTION guard_unapproved() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.gift_id IS NULL AND NEW.status IN ('approved', 'failed') AND EXISTS (
        SELECT FROM withdrawal_batches WHERE id = NEW.batch_id AND account_id = NEW.account_id AND to_address = NEW.to_address AND approved_at = NEW.approved_at) THEN
        RETURN NEW;
    END IF;
    IF NEW.status <> 'approved' OR NOT EXISTS (
        SELECT FROM gifts WHERE id = NEW.gift_id AND status = 'queued' AND token_id = NEW.token_id AND account_id = NEW.account_id
            AND to_address = NEW.to_address) THEN
        RAISE EXCEPTION 'withdrawal %: nobody approved it', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_unapproved';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

-- The withdrawal of a gift that waits can be stored as failed.
CREATE OR REPLACE TRIGGER guard_gift BEFORE INSERT ON withdrawals FOR EACH ROW
    WHEN (NEW.status <> 'failed') EXECUTE FUNCTION guard_gift_withdrawal();
