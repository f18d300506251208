-- +goose Up

-- Exports of the ledger read the groups of a month or a day.
CREATE INDEX ledger_at ON ledger (at);

-- Who exported the movements of money, and of which period.
ALTER TABLE decisions DROP CONSTRAINT decisions_action_check;
ALTER TABLE decisions ADD CONSTRAINT decisions_action_check CHECK (action IN ('refund', 'complete', 'reject', 'release', 'export')) NOT VALID;
