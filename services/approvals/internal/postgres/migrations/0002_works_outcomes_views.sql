-- +goose Up

-- The artwork of a withdrawal, for pages and emails.
ALTER TABLE requests ADD COLUMN work jsonb NOT NULL DEFAULT '{}';

-- What happened after an approval; empty while it is in progress.
ALTER TABLE requests
    ADD COLUMN outcome text NOT NULL DEFAULT '' CHECK (outcome IN ('', 'completed', 'failed', 'cancelled')),
    ADD COLUMN outcome_at timestamptz,
    ADD COLUMN transaction_hash text NOT NULL DEFAULT '',
    ADD CONSTRAINT outcome_of_approved CHECK (outcome = '' OR status = 'approved'),
    ADD CONSTRAINT outcome_has_time CHECK ((outcome = '') = (outcome_at IS NULL));

-- When a link was first opened. A resent link starts over.
ALTER TABLE links ADD COLUMN viewed_at timestamptz;

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION guard_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status <> NEW.status AND OLD.status <> 'pending' THEN
        RAISE EXCEPTION 'request %: % does not follow %', OLD.id, NEW.status, OLD.status USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.outcome <> NEW.outcome AND OLD.outcome <> '' THEN
        RAISE EXCEPTION 'request %: outcome % does not follow %', OLD.id, NEW.outcome, OLD.outcome USING ERRCODE = 'check_violation';
    END IF;
    IF (OLD.digest, OLD.kind, OLD.subject_id, OLD.account_id, OLD.summary, OLD.lines, OLD.work, OLD.expires_at)
        IS DISTINCT FROM (NEW.digest, NEW.kind, NEW.subject_id, NEW.account_id, NEW.summary, NEW.lines, NEW.work, NEW.expires_at) THEN
        RAISE EXCEPTION 'request %: what is decided cannot change', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

-- For the history of requesters and of deciders.
CREATE INDEX requests_history ON requests (account_id, created_at DESC);
CREATE INDEX links_decided_by ON links (decided_by) WHERE decided_by <> '';
DROP INDEX requests_account;
