-- +goose Up

-- The wallet that receives the tokens of a withdrawal or an artist's share, and the ENS name that it was typed as. The lines show both.
ALTER TABLE requests ADD COLUMN to_address text NOT NULL DEFAULT '', ADD COLUMN to_name text NOT NULL DEFAULT '';

-- +goose StatementBegin
CREATE FUNCTION line_value(lines jsonb, labels text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce((SELECT l ->> 'value' FROM jsonb_array_elements(lines) l WHERE l ->> 'label' = ANY (labels) LIMIT 1), '')
$$;

-- The release before doesn't know the columns, and serves until this one is deployed. Remove both functions in a later release.
CREATE FUNCTION fill_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.to_address := line_value(NEW.lines, '{To wallet,New wallet}');
    NEW.to_name := line_value(NEW.lines, '{Wallet name}');
    RETURN NEW;
END $$;
-- +goose StatementEnd
UPDATE requests SET to_address = line_value(lines, '{To wallet,New wallet}'), to_name = line_value(lines, '{Wallet name}');
CREATE TRIGGER fill_wallet BEFORE INSERT ON requests FOR EACH ROW WHEN (NEW.to_address = '') EXECUTE FUNCTION fill_wallet();

-- +goose StatementBegin
CREATE OR REPLACE FUNCTION guard_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status <> NEW.status AND OLD.status <> 'pending' THEN
        RAISE EXCEPTION 'request %: % does not follow %', OLD.id, NEW.status, OLD.status USING ERRCODE = 'check_violation';
    END IF;
    IF OLD.outcome <> NEW.outcome AND OLD.outcome <> '' THEN
        RAISE EXCEPTION 'request %: outcome % does not follow %', OLD.id, NEW.outcome, OLD.outcome USING ERRCODE = 'check_violation';
    END IF;
    IF (OLD.digest, OLD.kind, OLD.subject_id, OLD.account_id, OLD.summary, OLD.lines, OLD.work, OLD.expires_at, OLD.to_address, OLD.to_name)
        IS DISTINCT FROM (NEW.digest, NEW.kind, NEW.subject_id, NEW.account_id, NEW.summary, NEW.lines, NEW.work, NEW.expires_at, NEW.to_address, NEW.to_name) THEN
        RAISE EXCEPTION 'request %: what is decided cannot change', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    IF NOT OLD.cancelled_works <@ NEW.cancelled_works THEN
        RAISE EXCEPTION 'request %: a cancelled work stays cancelled', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
