-- +goose Up

-- Whether the node of this chain has ever reported finality. From then on, depth doesn't count as finality.
ALTER TABLE cursors ADD COLUMN tagged boolean NOT NULL DEFAULT false;

ALTER TABLE transactions DROP CONSTRAINT transactions_kind_check;
ALTER TABLE transactions ADD CONSTRAINT transactions_kind_check CHECK (kind IN ('mint', 'withdrawal', 'refund'));

-- Refunds. `sent` is in a block and can be reverted by a reorganisation, `confirmed` is final.
CREATE TABLE refunds (
    id          uuid PRIMARY KEY,
    chain_id    bigint NOT NULL,
    checkout_id text NOT NULL,
    to_address  text NOT NULL,
    amount      numeric(78,0) NOT NULL CHECK (amount > 0),
    decided_at  timestamptz NOT NULL,
    taken_at    timestamptz NOT NULL,
    status      text NOT NULL CHECK (status IN ('queued', 'sent', 'confirmed', 'failed')),
    reason      text NOT NULL DEFAULT '',
    tx_hash     text NOT NULL DEFAULT '',
    sent_number bigint
);
CREATE INDEX refunds_day ON refunds (chain_id, taken_at) WHERE status <> 'failed';
CREATE INDEX refunds_sent ON refunds (chain_id, sent_number) WHERE status = 'sent';
INSERT INTO transitions VALUES
    ('refunds', 'queued', 'sent'),
    ('refunds', 'queued', 'failed'),
    ('refunds', 'sent', 'queued'),
    ('refunds', 'sent', 'confirmed'),
    -- Only if the chain that had it no longer exists.
    ('refunds', 'sent', 'failed');
CREATE TRIGGER guard BEFORE INSERT OR UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION guard_status();

-- Payments outside the payment contract. They are reported once their block is final.
CREATE TABLE incoming (
    chain_id     bigint NOT NULL,
    block_hash   text NOT NULL,
    tx_hash      text NOT NULL,
    log_index    bigint NOT NULL,
    block_number bigint NOT NULL,
    payer        text NOT NULL,
    to_address   text NOT NULL,
    asset        text NOT NULL,
    amount       numeric(78,0) NOT NULL,
    final        boolean NOT NULL DEFAULT false,
    PRIMARY KEY (chain_id, block_hash, tx_hash, log_index)
);
CREATE INDEX incoming_number ON incoming (chain_id, block_number);
CREATE INDEX payments_number ON payments (chain_id, block_number, log_index) WHERE state IN ('seen', 'confirmed');
