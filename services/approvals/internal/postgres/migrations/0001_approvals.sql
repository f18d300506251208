-- +goose Up
-- +adopt 6

-- A row is a request for approval by emailed link: a withdrawal, or a new wallet for an artist's payouts.
CREATE TABLE requests (
    id               uuid PRIMARY KEY,
    kind             text NOT NULL CHECK (kind IN ('token_withdrawal', 'payout_wallet_update')),
    -- The withdrawal or the payout change at the service that created the request.
    subject_id       text NOT NULL,
    account_id       text NOT NULL,
    email            text NOT NULL,
    wallets          text[] NOT NULL DEFAULT '{}',
    chain_id         bigint NOT NULL DEFAULT 0,
    -- What people approve: a sentence, and labelled values. The digest covers both.
    summary          text NOT NULL,
    lines            jsonb NOT NULL,
    digest           text NOT NULL,
    status           text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected', 'expired', 'cancelled')),
    created_at       timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL CHECK (expires_at > created_at),
    decided_at       timestamptz,
    -- The artwork of a withdrawal, for pages and emails.
    work             jsonb NOT NULL DEFAULT '{}',
    -- What happened after an approval; empty while it is in progress.
    outcome          text NOT NULL DEFAULT '' CHECK (outcome IN ('', 'completed', 'failed', 'cancelled')),
    outcome_at       timestamptz,
    transaction_hash text NOT NULL DEFAULT '',
    -- The works of a withdrawal of several tokens that its owner cancelled one by one: positions in work, from 1.
    cancelled_works  integer[] NOT NULL DEFAULT '{}',
    -- The wallet that receives the tokens of a withdrawal or an artist's share, and the ENS name that it was typed as. The lines show both.
    to_address       text NOT NULL DEFAULT '',
    to_name          text NOT NULL DEFAULT '',
    UNIQUE (kind, subject_id),
    CHECK ((status = 'pending') = (decided_at IS NULL)),
    CONSTRAINT outcome_of_approved CHECK (outcome = '' OR status = 'approved'),
    CONSTRAINT outcome_has_time CHECK ((outcome = '') = (outcome_at IS NULL)),
    CONSTRAINT cancelled_works_are_works CHECK (
        cancelled_works = '{}' OR 0 < ALL (cancelled_works) AND coalesce(jsonb_array_length(work -> 'works'), 0) >= ALL (cancelled_works))
);
CREATE INDEX requests_pending ON requests (expires_at) WHERE status = 'pending';
-- For the history of a requester.
CREATE INDEX requests_history ON requests (account_id, created_at DESC);
-- Staff list all requests, and search for those of an email address.
CREATE INDEX requests_created ON requests (created_at DESC, id DESC);
CREATE INDEX requests_email ON requests (lower(email)) WHERE email <> '';

-- A row is an emailed link to a request, for its owner or for an approver. Only the hash of the link's secret is stored.
CREATE TABLE links (
    request_id  uuid NOT NULL REFERENCES requests,
    position    integer NOT NULL,
    secret_hash bytea NOT NULL UNIQUE,
    asks        text NOT NULL CHECK (asks IN ('owner', 'approver')),
    email       text NOT NULL,
    status      text NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
    decided_by  text NOT NULL DEFAULT '',
    decided_at  timestamptz,
    -- When the link was first opened. A resent link starts over.
    viewed_at   timestamptz,
    PRIMARY KEY (request_id, position)
);
-- For the history of an approver.
CREATE INDEX links_decided_by ON links (decided_by) WHERE decided_by <> '';

-- A row is an entry of a request's log. Append-only: each entry's hash covers the previous one, so that a missing or changed entry is detected.
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
-- A decision is final, and the content that was shown can't change afterwards.
CREATE FUNCTION guard_request() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE FUNCTION guard_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.status <> NEW.status AND OLD.status <> 'pending' THEN
        RAISE EXCEPTION 'link of request %: % does not follow %', OLD.request_id, NEW.status, OLD.status USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

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

-- The first value of the request's lines that has one of these labels, or ''.
CREATE FUNCTION line_value(lines jsonb, labels text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce((SELECT l ->> 'value' FROM jsonb_array_elements(lines) l WHERE l ->> 'label' = ANY (labels) LIMIT 1), '')
$$;

-- An earlier release doesn't know the columns to_address and to_name. Remove both functions in a later release.
CREATE FUNCTION fill_wallet() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.to_address := line_value(NEW.lines, '{To wallet,New wallet}');
    NEW.to_name := line_value(NEW.lines, '{Wallet name}');
    RETURN NEW;
END $$;
-- +goose StatementEnd

CREATE TRIGGER guard BEFORE UPDATE ON requests FOR EACH ROW EXECUTE FUNCTION guard_request();
CREATE TRIGGER fill_wallet BEFORE INSERT ON requests FOR EACH ROW WHEN (NEW.to_address = '') EXECUTE FUNCTION fill_wallet();
CREATE TRIGGER guard BEFORE UPDATE ON links FOR EACH ROW EXECUTE FUNCTION guard_link();
CREATE TRIGGER chain BEFORE INSERT ON log FOR EACH ROW EXECUTE FUNCTION chain_log();
CREATE TRIGGER keep BEFORE UPDATE OR DELETE ON log FOR EACH ROW EXECUTE FUNCTION keep_log();
