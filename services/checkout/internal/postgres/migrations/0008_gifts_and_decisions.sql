-- +goose Up
-- Exports of a person's data find rows by these.
CREATE INDEX checkouts_gift_email ON checkouts (lower(gift_email)) WHERE status = 'completed' AND gift_email <> '';
CREATE INDEX checkouts_gift_to ON checkouts (lower(gift_to)) WHERE status = 'completed' AND gift_to <> '';
CREATE INDEX reviews_payer ON reviews (lower(payer)) WHERE checkout_id IS NULL;
CREATE INDEX decisions_checkout ON decisions (checkout_id);
CREATE INDEX decisions_review ON decisions (review_id);
CREATE INDEX decisions_decided_by ON decisions (decided_by);
CREATE INDEX decisions_approved_by ON decisions (approved_by);
