-- +goose Up

-- Credits and withdrawals of payees in the payment contract, from its events Paid and Withdrawn. amount is negative for a withdrawal, so
-- that a balance is a sum.
CREATE TABLE payee_entries (
    chain_id     bigint NOT NULL,
    block_hash   text NOT NULL,
    log_index    bigint NOT NULL,
    block_number bigint NOT NULL,
    block_time   timestamptz NOT NULL,
    tx_hash      text NOT NULL,
    payee        text NOT NULL,
    amount       numeric(78,0) NOT NULL CHECK (amount <> 0),
    PRIMARY KEY (chain_id, block_hash, log_index)
);
CREATE INDEX payee_entries_payee ON payee_entries (lower(payee), chain_id, block_number);
CREATE INDEX payee_entries_number ON payee_entries (chain_id, block_number);

-- The height up to which payee_entries are complete; the blocks between it and number are read again. NULL means none, for a chain that was
-- watched before.
ALTER TABLE cursors ADD COLUMN payees_through bigint;

-- Reverting a block deletes its entries, even if the previous release does it during a rolling update.
-- +goose StatementBegin
CREATE FUNCTION undo_payees() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.genesis_hash <> OLD.genesis_hash OR NEW.token_contract <> OLD.token_contract OR NEW.payment_contract <> OLD.payment_contract THEN
        DELETE FROM payee_entries WHERE chain_id = OLD.chain_id;
        NEW.payees_through := NEW.number;
    ELSIF NEW.number < OLD.number THEN
        DELETE FROM payee_entries WHERE chain_id = OLD.chain_id AND block_number > NEW.number;
        NEW.payees_through := least(NEW.payees_through, NEW.number);
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER undo_payees BEFORE UPDATE ON cursors FOR EACH ROW EXECUTE FUNCTION undo_payees();

-- Payouts by the gallery. `sent` is in a block and can be reverted by a reorganisation, `confirmed` is final.
CREATE TABLE payouts (
    id           uuid PRIMARY KEY,
    chain_id     bigint NOT NULL,
    payee        text NOT NULL,
    account_id   text NOT NULL,
    artist_id    bigint NOT NULL,
    request_key  text NOT NULL,
    requested_at timestamptz NOT NULL,
    status       text NOT NULL CHECK (status IN ('queued', 'sent', 'confirmed', 'failed')),
    reason       text NOT NULL DEFAULT '',
    tx_hash      text NOT NULL DEFAULT '',
    sent_number  bigint,
    CONSTRAINT payouts_key UNIQUE (account_id, request_key)
);
-- At most one in flight for each wallet.
CREATE UNIQUE INDEX payouts_live ON payouts (chain_id, lower(payee)) WHERE status IN ('queued', 'sent');
CREATE INDEX payouts_payee ON payouts (lower(payee), requested_at DESC);
CREATE INDEX payouts_sent ON payouts (chain_id, sent_number) WHERE status = 'sent';
INSERT INTO transitions VALUES
    ('payouts', 'queued', 'sent'),
    ('payouts', 'queued', 'failed'),
    ('payouts', 'sent', 'queued'),
    ('payouts', 'sent', 'confirmed'),
    -- Only if the chain that had it no longer exists.
    ('payouts', 'sent', 'failed');
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON payouts FOR EACH ROW EXECUTE FUNCTION guard_status();

ALTER TABLE transactions DROP CONSTRAINT transactions_kind_check;
ALTER TABLE transactions ADD CONSTRAINT transactions_kind_check CHECK (kind IN ('mint', 'withdrawal', 'refund', 'payout'));
