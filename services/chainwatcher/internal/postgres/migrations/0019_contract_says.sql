-- +goose Up

ALTER TABLE halts DROP CONSTRAINT halts_reason_check;
ALTER TABLE halts ADD CONSTRAINT halts_reason_check
    CHECK (reason IN ('deep_reorg', 'finality_stalled', 'contradiction', 'no_progress', 'other_contracts'));

-- What the payment contract says about the order of a confirmed payment: nothing yet, that this payment paid it, or that it didn't. The
-- contract of a chain that no longer exists can't be called.
ALTER TABLE payments ADD COLUMN contract_says text NOT NULL DEFAULT '' CHECK (contract_says IN ('', 'paid', 'unpaid', 'chain_gone'));
CREATE INDEX payments_unproven ON payments (chain_id, block_number) WHERE state = 'confirmed' AND known AND contract_says IN ('', 'unpaid');
CREATE INDEX payments_checkout ON payments (checkout_id) WHERE state = 'confirmed' AND known;

CREATE INDEX transfers_mints ON transfers (block_time) WHERE from_address = '';
