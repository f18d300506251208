-- +goose Up
-- +adopt 5

-- A row is an event to publish, written in the transaction of the state that it reports.
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

-- The only row is the last known state of the broker's stream, to detect that the broker lost its data.
CREATE TABLE outbox_stream (
    only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    created_at timestamptz NOT NULL,
    last_seq   bigint NOT NULL,
    last_id    text NOT NULL
);

-- A row is an event that a consumer has handled.
CREATE TABLE inbox (
    consumer text NOT NULL,
    id       text NOT NULL,
    at       timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (consumer, id)
);

-- A row is an event that a consumer stopped retrying; an operator decides.
CREATE TABLE dead_letters (
    id        text NOT NULL,
    consumer  text NOT NULL,
    subject   text NOT NULL,
    payload   bytea NOT NULL,
    reason    text NOT NULL,
    attempts  integer NOT NULL,
    at        timestamptz NOT NULL DEFAULT now(),
    -- When an operator requested a retry; the consumer clears it.
    replay_at timestamptz,
    PRIMARY KEY (consumer, id)
);
CREATE INDEX dead_letters_replay ON dead_letters (replay_at) WHERE replay_at IS NOT NULL;

-- A row is an email, one for each notification. Its text is deleted when it is sent, because links in it contain secrets that are stored nowhere else.
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
    error      text NOT NULL DEFAULT '',
    -- The address that stops emails of this kind, for the header List-Unsubscribe; '' for emails that are always sent. It is deleted with the text.
    stop_url   text NOT NULL DEFAULT ''
);
CREATE INDEX mails_pending ON mails (next_at) WHERE sent_at IS NULL AND gave_up_at IS NULL;

-- A row is the reply to a call that carried an idempotency key.
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

-- A row is a process that runs jobs, by the id that River stores in river_job.attempted_by. If the row is old, the process was killed, and others take
-- over its jobs. Unlogged: after a crash of the database each process writes its row again.
CREATE UNLOGGED TABLE job_processes (
    id      text PRIMARY KEY,
    seen_at timestamptz NOT NULL DEFAULT now()
);

-- +goose StatementBegin
CREATE FUNCTION outbox_notify() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('vitrine_outbox', '');
    RETURN NULL;
END $$;
-- +goose StatementEnd
CREATE TRIGGER outbox_notify AFTER INSERT ON outbox
    FOR EACH STATEMENT EXECUTE FUNCTION outbox_notify();
