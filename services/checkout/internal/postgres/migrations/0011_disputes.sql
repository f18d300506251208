-- +goose Up

-- A dispute that has ended never reopens: a report that it is open is older. A new dispute has another id.
CREATE TABLE dispute_transitions (
    from_status text NOT NULL,
    to_status   text NOT NULL,
    actor       text NOT NULL,
    PRIMARY KEY (from_status, to_status, actor)
);
INSERT INTO dispute_transitions VALUES
    ('', 'lost', 'provider'), ('', 'open', 'provider'), ('', 'won', 'provider'), ('open', 'lost', 'provider'), ('open', 'won', 'provider');

ALTER TABLE checkouts
    ADD COLUMN dispute_id text NOT NULL DEFAULT '',
    ADD COLUMN dispute    text NOT NULL DEFAULT '';

-- +goose StatementBegin
CREATE FUNCTION dispute_step() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM dispute_transitions
        WHERE from_status = CASE WHEN OLD.dispute_id = NEW.dispute_id THEN OLD.dispute ELSE '' END AND to_status = NEW.dispute
          AND actor = current_setting('vitrine.actor', true)
    ) THEN
        RAISE EXCEPTION 'a dispute does not go from % to %', OLD.dispute, NEW.dispute USING ERRCODE = 'check_violation', CONSTRAINT = 'dispute_step';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER dispute_step BEFORE UPDATE OF dispute, dispute_id ON checkouts FOR EACH ROW
    WHEN ((OLD.dispute_id, OLD.dispute) IS DISTINCT FROM (NEW.dispute_id, NEW.dispute)) EXECUTE FUNCTION dispute_step();
