-- +goose Up

-- Events to publish, written in the transaction of the state that they report.
CREATE TABLE outbox (
    seq          bigint GENERATED ALWAYS AS IDENTITY,
    id           text PRIMARY KEY,
    subject      text NOT NULL,
    payload      bytea NOT NULL,
    headers      jsonb NOT NULL DEFAULT '{}',
    created_at   timestamptz NOT NULL DEFAULT now(),
    published_at timestamptz
);
CREATE UNIQUE INDEX outbox_pending ON outbox (seq) WHERE published_at IS NULL;
CREATE INDEX outbox_published ON outbox (published_at) WHERE published_at IS NOT NULL;

-- +goose StatementBegin
CREATE FUNCTION outbox_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('vitrine_outbox', '');
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER outbox_notify AFTER INSERT ON outbox
    FOR EACH STATEMENT EXECUTE FUNCTION outbox_notify();

-- The last known state of the broker's stream, to detect that the broker lost its data.
CREATE TABLE outbox_stream (
    only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    created_at timestamptz NOT NULL,
    last_seq   bigint NOT NULL,
    last_id    text NOT NULL
);

-- Events that a consumer has handled.
CREATE TABLE inbox (
    consumer text NOT NULL,
    id       text NOT NULL,
    at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, id)
);

-- Events that a consumer stopped retrying; an operator decides.
CREATE TABLE dead_letters (
    id       text NOT NULL,
    consumer text NOT NULL,
    subject  text NOT NULL,
    payload  bytea NOT NULL,
    reason   text NOT NULL,
    attempts integer NOT NULL,
    at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, id)
);

-- Emails to send, one for each notification.
CREATE TABLE mails (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key        text NOT NULL UNIQUE,
    recipient  text NOT NULL,
    subject    text NOT NULL,
    html       text NOT NULL,
    body       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    sent_at    timestamptz,
    attempts   integer NOT NULL DEFAULT 0,
    next_at    timestamptz NOT NULL DEFAULT now(),
    gave_up_at timestamptz,
    error      text NOT NULL DEFAULT ''
);
CREATE INDEX mails_pending ON mails (next_at) WHERE sent_at IS NULL AND gave_up_at IS NULL;

-- Replies to calls that carried an idempotency key.
CREATE TABLE idempotency (
    scope        text NOT NULL,
    key          text NOT NULL,
    request_hash bytea NOT NULL,
    status       text NOT NULL CHECK (status IN ('running', 'done')),
    reply        bytea,
    owner        text NOT NULL DEFAULT '',
    locked_until timestamptz,
    created_at   timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (scope, key)
);
CREATE INDEX idempotency_created_at ON idempotency (created_at);
