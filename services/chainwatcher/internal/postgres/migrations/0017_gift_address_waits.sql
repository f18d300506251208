-- +goose Up

-- A gift that was sent to another address can be accepted from this time on. Until then, its giver can stop it.
ALTER TABLE gifts
    ADD COLUMN accept_from timestamptz,
    ADD CONSTRAINT gifts_waited CHECK (status <> 'accepted' OR accept_from IS NULL OR ended_at >= accept_from);
