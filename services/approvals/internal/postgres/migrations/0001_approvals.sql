-- +goose Up

CREATE TABLE requests (
    id          uuid PRIMARY KEY,
    kind        text NOT NULL CHECK (kind IN ('token_withdrawal', 'payout_wallet_update')),
    subject_id  text NOT NULL,
    account_id  text NOT NULL,
    email       text NOT NULL,
    wallets     text[] NOT NULL DEFAULT '{}',
    chain_id    bigint NOT NULL DEFAULT 0,
    summary     text NOT NULL,
    lines       jsonb NOT NULL,
    digest      text NOT NULL,
    status      text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
    created_at  timestamptz NOT NULL,
    expires_at  timestamptz NOT NULL CHECK (expires_at > created_at),
    decided_at  timestamptz,
    UNIQUE (kind, subject_id),
    CHECK ((status = 'pending') = (decided_at IS NULL))
);
CREATE INDEX requests_pending ON requests (expires_at) WHERE status = 'pending';
CREATE INDEX requests_account ON requests (account_id, created_at DESC) WHERE status = 'pending';

CREATE TABLE links (
    request_id  uuid NOT NULL REFERENCES requests,
    position    integer NOT NULL,
    secret_hash bytea NOT NULL UNIQUE,
    asks        text NOT NULL CHECK (asks IN ('owner', 'approver')),
    email       text NOT NULL,
    status      text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
    decided_by  text NOT NULL DEFAULT '',
    decided_at  timestamptz,
    PRIMARY KEY (request_id, position)
);

-- A decision is final, and the content that was shown can't change afterwards.
-- +goose StatementBegin
CREATE FUNCTION guard_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status <> NEW.status AND OLD.status <> 'pending' THEN
        RAISE EXCEPTION 'request %: % does not follow %', OLD.id, NEW.status, OLD.status USING ERRCODE = 'check_violation';
    END IF;
    IF (OLD.digest, OLD.kind, OLD.subject_id, OLD.account_id, OLD.summary, OLD.lines, OLD.expires_at)
        IS DISTINCT FROM (NEW.digest, NEW.kind, NEW.subject_id, NEW.account_id, NEW.summary, NEW.lines, NEW.expires_at) THEN
        RAISE EXCEPTION 'request %: what is decided cannot change', OLD.id USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE FUNCTION guard_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status <> NEW.status AND OLD.status <> 'pending' THEN
        RAISE EXCEPTION 'link of request %: % does not follow %', OLD.request_id, NEW.status, OLD.status USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;
-- +goose StatementEnd
CREATE TRIGGER guard BEFORE UPDATE ON requests FOR EACH ROW EXECUTE FUNCTION guard_request();
CREATE TRIGGER guard BEFORE UPDATE ON links FOR EACH ROW EXECUTE FUNCTION guard_link();

-- Append-only. Each entry's hash covers the previous one, so that a missing or changed entry is detected.
CREATE TABLE log (
    seq        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    request_id uuid NOT NULL REFERENCES requests,
    event      text NOT NULL,
    actor      text NOT NULL,
    ip         text NOT NULL,
    at         timestamptz NOT NULL,
    hash       bytea NOT NULL
);
CREATE INDEX log_request ON log (request_id, seq);
-- +goose StatementBegin
CREATE FUNCTION chain_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE previous bytea;
BEGIN
    -- The request's row is locked by the change that is logged, so its entries are ordered.
    SELECT hash INTO previous FROM log WHERE request_id = NEW.request_id ORDER BY seq DESC LIMIT 1;
    NEW.hash := sha256(coalesce(previous, '') || convert_to(concat_ws('|', NEW.request_id, NEW.event, NEW.actor, NEW.ip, extract(epoch FROM NEW.at)), 'UTF8'));
    RETURN NEW;
END $$;
CREATE FUNCTION keep_log() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only';
END $$;
-- +goose StatementEnd
CREATE TRIGGER chain BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION chain_log();
CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON log FOR EACH ROW EXECUTE FUNCTION keep_log();
