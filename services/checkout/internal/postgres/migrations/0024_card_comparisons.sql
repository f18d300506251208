-- +goose Up

-- When each paid card order is compared with the provider next. Without it, each round would read all orders of the last months to find
-- those that are due.
CREATE TABLE card_comparisons (
    checkout_id uuid PRIMARY KEY REFERENCES checkouts,
    due_at      timestamptz NOT NULL
);
CREATE INDEX card_comparisons_due ON card_comparisons (due_at);

-- Until now, the claims had the time. Replicas of the previous version still write them, so they stay. Orders without a claim follow when
-- a replica starts.
INSERT INTO card_comparisons (checkout_id, due_at)
SELECT c.id, l.until FROM claims l JOIN checkouts c ON c.id = l.checkout_id
WHERE l.work = 'settled' AND c.method = 'card' AND c.paid_at IS NOT NULL;

-- +goose StatementBegin
CREATE FUNCTION schedule_card_comparison() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO card_comparisons (checkout_id, due_at) VALUES (NEW.id, NEW.paid_at) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER schedule_card_comparison AFTER UPDATE ON checkouts FOR EACH ROW
    WHEN (NEW.method = 'card' AND NEW.paid_at IS NOT NULL AND (OLD.method <> 'card' OR OLD.paid_at IS NULL))
    EXECUTE FUNCTION schedule_card_comparison();
