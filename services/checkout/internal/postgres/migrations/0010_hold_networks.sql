-- +goose Up

-- The network that an unpaid hold was made from, for as long as unpaid holds count (UNPAID_HOLDS_WINDOW).
CREATE TABLE hold_networks (
    checkout_id uuid PRIMARY KEY REFERENCES checkouts (id) ON DELETE CASCADE,
    network     text NOT NULL,
    created_at  timestamptz NOT NULL
);
CREATE INDEX hold_networks_network ON hold_networks (network, created_at DESC);
CREATE INDEX hold_networks_created ON hold_networks (created_at);
