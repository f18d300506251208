-- +goose Up

-- Why a member of staff approved or rejected a withdrawal above a limit. Decisions of earlier releases have none.
ALTER TABLE withdrawals ADD COLUMN review_note text NOT NULL DEFAULT '',
    ADD CONSTRAINT withdrawals_review_note CHECK (review_note = '' OR reviewed_by <> '');

CREATE INDEX withdrawals_reviewed ON withdrawals (reviewed_at DESC) WHERE reviewed_at IS NOT NULL;

-- The note is as final as the decision, but may be removed when the person is forgotten.
DROP TRIGGER guard_review ON withdrawals;
CREATE TRIGGER guard_review BEFORE UPDATE OF review, reviewed_by, reviewed_at, review_note ON withdrawals FOR EACH ROW
    WHEN (OLD.reviewed_by <> '' AND ((OLD.review, OLD.reviewed_by, OLD.reviewed_at) IS DISTINCT FROM (NEW.review, NEW.reviewed_by, NEW.reviewed_at)
        OR OLD.review_note <> NEW.review_note AND NEW.review_note <> ''))
    EXECUTE FUNCTION guard_review();
