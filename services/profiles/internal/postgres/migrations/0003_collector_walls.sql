-- +goose Up
-- A row is the colour that a collector chose for the wall of a work. It stays when the work leaves the collection, and nobody sees it then.
CREATE TABLE collector_walls (
    account_id uuid NOT NULL,
    token_id   bigint NOT NULL CHECK (token_id > 0),
    color      text NOT NULL CHECK (color ~ '^#[0-9a-f]{6}$'),
    PRIMARY KEY (account_id, token_id)
);
