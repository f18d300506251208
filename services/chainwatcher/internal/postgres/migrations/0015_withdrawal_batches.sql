-- +goose Up

-- Withdrawals of several tokens to one address, which one approval decides. Each token then moves alone.
CREATE TABLE withdrawal_batches (
    id           uuid PRIMARY KEY,
    account_id   text NOT NULL,
    request_key  text NOT NULL,
    requested_at timestamptz NOT NULL,
    -- When the end of all its withdrawals was published.
    ended_at     timestamptz,
    CONSTRAINT withdrawal_batches_key UNIQUE (account_id, request_key)
);
ALTER TABLE withdrawals
    ADD COLUMN batch_id uuid REFERENCES withdrawal_batches,
    ADD COLUMN batch_position integer CHECK (batch_position BETWEEN 1 AND 100),
    -- Whether an email about the end of a withdrawal of a batch was queued.
    ADD COLUMN reported boolean NOT NULL DEFAULT false,
    ADD CONSTRAINT withdrawals_batch UNIQUE (batch_id, batch_position),
    ADD CONSTRAINT withdrawals_in_batch CHECK ((batch_id IS NULL) = (batch_position IS NULL));

CREATE INDEX withdrawal_batches_open ON withdrawal_batches (requested_at) WHERE ended_at IS NULL;
CREATE INDEX withdrawals_unreported ON withdrawals (batch_id) WHERE batch_id IS NOT NULL AND NOT reported AND status IN ('final', 'failed');
