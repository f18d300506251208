-- +goose Up

-- Requests for a copy of a person's data, or the deletion of their account. The rows stay as a pseudonym after a deletion, so that it can
-- be repeated after a restore.
CREATE TABLE data_requests (
    id           uuid PRIMARY KEY,
    account_id   uuid NOT NULL,
    kind         text NOT NULL CHECK (kind IN ('export', 'deletion')),
    state        text NOT NULL,
    requested_at timestamptz NOT NULL,
    -- When the next step is due.
    due_at       timestamptz NOT NULL,
    -- Of the emailed link that confirms a deletion; only a hash.
    secret_hash  bytea UNIQUE,
    -- What must end first, as sentences for the person.
    reasons      text[] NOT NULL DEFAULT '{}',
    -- The ZIP file, until it expires.
    archive      bytea
);
CREATE UNIQUE INDEX data_requests_live ON data_requests (account_id, kind) WHERE state IN ('unconfirmed', 'waiting', 'running', 'clearing');
CREATE INDEX data_requests_account ON data_requests (account_id, requested_at DESC);
CREATE INDEX data_requests_due ON data_requests (due_at) WHERE state IN ('unconfirmed', 'waiting', 'running', 'clearing') OR archive IS NOT NULL;

CREATE TABLE data_request_transitions (
    kind       text NOT NULL,
    from_state text NOT NULL,
    to_state   text NOT NULL,
    PRIMARY KEY (kind, from_state, to_state)
);
INSERT INTO data_request_transitions VALUES
    ('export', 'waiting', 'done'), ('export', 'waiting', 'expired'), ('export', 'done', 'expired'),
    ('deletion', 'unconfirmed', 'waiting'), ('deletion', 'unconfirmed', 'cancelled'), ('deletion', 'unconfirmed', 'expired'),
    ('deletion', 'waiting', 'cancelled'), ('deletion', 'waiting', 'running'), ('deletion', 'running', 'clearing'), ('deletion', 'clearing', 'done');

-- +goose StatementBegin
CREATE FUNCTION data_requests_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.state <> OLD.state AND NOT EXISTS (
        SELECT FROM data_request_transitions WHERE kind = NEW.kind AND from_state = OLD.state AND to_state = NEW.state
    ) THEN
        RAISE EXCEPTION 'a % cannot go from % to %', NEW.kind, OLD.state, NEW.state USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER data_requests_move BEFORE UPDATE ON data_requests FOR EACH ROW EXECUTE FUNCTION data_requests_move();
