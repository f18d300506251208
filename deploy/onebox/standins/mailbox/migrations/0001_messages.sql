-- +goose Up
-- +adopt 1

-- A row is a received email.
CREATE TABLE messages (
    id          uuid PRIMARY KEY,
    received_at timestamptz NOT NULL DEFAULT now(),
    sender      text NOT NULL,
    recipients  text[] NOT NULL,
    subject     text NOT NULL,
    body        text NOT NULL,
    html        text NOT NULL,
    message_id  text NOT NULL,
    size        integer NOT NULL
);
CREATE INDEX messages_received ON messages (received_at DESC, id DESC);
