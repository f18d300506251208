-- +goose Up

-- The works of a withdrawal of several tokens that its owner cancelled one by one: positions in work, from 1.
ALTER TABLE requests
    ADD COLUMN cancelled_works integer[] NOT NULL DEFAULT '{}',
    ADD CONSTRAINT cancelled_works_are_works CHECK (
        cancelled_works = '{}' OR 0 < ALL (cancelled_works) AND coalesce(jsonb_array_length(work -> 'works'), 0) >= ALL (cancelled_works));

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
    IF NOT OLD.cancelled_works <@ NEW.cancelled_works THEN
        RAISE EXCEPTION 'request %: a cancelled work stays cancelled', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
