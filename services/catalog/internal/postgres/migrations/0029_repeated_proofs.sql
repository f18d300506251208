-- +goose Up

-- Whether a proof failed for a temporary reason, such as a busy machine. Then it can be repeated with the same page. A proof that failed
-- because of its page stays failed until the draft gets another page, which is another row.
ALTER TABLE proofs ADD COLUMN repeatable boolean NOT NULL DEFAULT false, ADD CHECK (NOT repeatable OR state = 'failed');
UPDATE proofs SET repeatable = true WHERE state = 'failed' AND reason LIKE 'the browser couldn''t draw the page within a minute%';

-- The same rows as studio.ProofTransitions.
INSERT INTO proof_transitions VALUES ('failed', 'waiting');

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION proofs_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.draft_id, NEW.artwork_id, NEW.page, NEW.file, NEW.sum, NEW.width, NEW.height) IS DISTINCT FROM (OLD.draft_id, OLD.artwork_id, OLD.page, OLD.file, OLD.sum, OLD.width, OLD.height) THEN
        RAISE EXCEPTION 'a proof stays with its page' USING ERRCODE = 'check_violation';
    END IF;
    IF NEW.state <> OLD.state AND NOT EXISTS (SELECT FROM proof_transitions WHERE from_state = OLD.state AND to_state = NEW.state) THEN
        RAISE EXCEPTION 'a proof cannot go from % to %', OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.state = 'failed' AND (NEW.state <> 'failed' AND NOT OLD.repeatable OR NEW.state = 'failed' AND NEW.repeatable IS DISTINCT FROM OLD.repeatable) THEN
        RAISE EXCEPTION 'a proof that failed because of its page stays failed' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
