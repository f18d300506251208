-- +goose Up

-- A buyer may decide not to pay a quote. The contract still accepts it until its deadline, so the quote hasn't ended.
ALTER TABLE quotes ADD COLUMN revoked_at timestamptz;
-- The card provider's id of the last declined attempt: it repeats a decline until the next attempt.
ALTER TABLE checkouts ADD COLUMN card_decline text NOT NULL DEFAULT '';
