-- +goose Up

-- Why no payout wallet was in a quote: '' where one was, and for quotes of before.
ALTER TABLE quotes ADD COLUMN payout_hold text NOT NULL DEFAULT '' CHECK (payout_hold IN ('', 'no_wallet', 'frozen'));

CREATE INDEX checkouts_artist ON checkouts (artist_id, paid_at DESC) WHERE paid_at IS NOT NULL;
CREATE INDEX ledger_account ON ledger (account);
CREATE INDEX ledger_checkout ON ledger (checkout_id);

-- Sales that their artists are notified of, once. Sales of before are not among them.
CREATE TABLE sale_notices (
    checkout_id uuid PRIMARY KEY REFERENCES checkouts,
    attempts    integer NOT NULL DEFAULT 0,
    next_at     timestamptz NOT NULL DEFAULT now(),
    ended_at    timestamptz,
    outcome     text NOT NULL DEFAULT '' CHECK (outcome IN ('', 'mailed', 'no_address')),
    CHECK ((ended_at IS NULL) = (outcome = ''))
);
CREATE INDEX sale_notices_due ON sale_notices (next_at) WHERE ended_at IS NULL;
