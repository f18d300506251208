-- +goose Up

-- Why a quote has no payout wallet; '' if it has one, and for earlier quotes.
ALTER TABLE quotes ADD COLUMN payout_hold text NOT NULL DEFAULT '' CHECK (payout_hold IN ('', 'no_wallet', 'frozen'));

CREATE INDEX checkouts_artist ON checkouts (artist_id, paid_at DESC) WHERE paid_at IS NOT NULL;
CREATE INDEX ledger_account ON ledger (account);
CREATE INDEX ledger_checkout ON ledger (checkout_id);

-- Sales whose artists are notified, once. Earlier sales have no row.
CREATE TABLE sale_notices (
    checkout_id uuid PRIMARY KEY REFERENCES checkouts,
    attempts    integer NOT NULL DEFAULT 0,
    next_at     timestamptz NOT NULL DEFAULT now(),
    ended_at    timestamptz,
    outcome     text NOT NULL DEFAULT '' CHECK (outcome IN ('', 'mailed', 'no_address')),
    CHECK ((ended_at IS NULL) = (outcome = ''))
);
CREATE INDEX sale_notices_due ON sale_notices (next_at) WHERE ended_at IS NULL;
