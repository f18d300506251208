-- +goose Up

-- A buyer who waits for a refund that failed may dispute the payment at their bank, and win or lose; or staff decide that the sale stands.
INSERT INTO checkout_transitions (from_status, to_status, actor) VALUES
    ('refund_failed', 'disputed', 'provider'), ('disputed', 'refund_failed', 'provider'),
    ('refund_failed', 'delivering', 'staff'), ('refund_failed', 'completed', 'staff');
