-- +goose Up

-- An approved withdrawal above a daily limit waits for a member of staff. queued_at is when the transfer was given to the signer: limits count it.
ALTER TABLE withdrawals
    ADD COLUMN queued_at   timestamptz,
    ADD COLUMN review      text NOT NULL DEFAULT '' CHECK (review IN ('', 'open', 'approved', 'rejected')),
    ADD COLUMN review_why  text NOT NULL DEFAULT '' CHECK (review_why IN ('', 'account', 'vault')),
    ADD COLUMN reviewed_by text NOT NULL DEFAULT '',
    ADD COLUMN reviewed_at timestamptz,
    ADD CONSTRAINT withdrawals_review CHECK ((review IN ('approved', 'rejected')) = (reviewed_by <> '') AND (reviewed_by = '') = (reviewed_at IS NULL)
        AND (review = '') = (review_why = '') AND reviewed_by <> account_id);
CREATE INDEX withdrawals_queued ON withdrawals (chain_id, queued_at DESC) WHERE queued_at IS NOT NULL;
CREATE INDEX withdrawals_in_review ON withdrawals (approved_at) WHERE review = 'open' AND status = 'approved';

-- A decision is final.
-- +goose StatementBegin
CREATE FUNCTION guard_review() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'withdrawal %: its review was decided', OLD.id USING ERRCODE = 'check_violation', CONSTRAINT = 'guard_review';
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard_review BEFORE UPDATE OF review, reviewed_by, reviewed_at ON withdrawals FOR EACH ROW
    WHEN (OLD.reviewed_by <> '' AND (OLD.review, OLD.reviewed_by, OLD.reviewed_at) IS DISTINCT FROM (NEW.review, NEW.reviewed_by, NEW.reviewed_at))
    EXECUTE FUNCTION guard_review();
