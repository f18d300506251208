-- +goose Up

-- A buyer who waits for a refund that failed may go to their bank, which wins or loses; or staff let the sale stand.
INSERT INTO checkout_transitions (from_status, to_status, actor) VALUES
    ('refund_failed', 'disputed', 'provider'), ('disputed', 'refund_failed', 'provider'),
    ('refund_failed', 'delivering', 'staff'), ('refund_failed', 'completed', 'staff');
