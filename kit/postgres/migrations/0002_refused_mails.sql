-- +goose Up

-- Whether the mail server refused the recipient or the email for good, or the address is none. Such an email isn't tried again.
ALTER TABLE mails ADD COLUMN refused boolean NOT NULL DEFAULT false;
CREATE INDEX mails_refused ON mails (gave_up_at) WHERE refused;
