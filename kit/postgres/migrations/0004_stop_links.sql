-- +goose Up

-- The address that stops emails of this kind, for the header List-Unsubscribe; '' for mails that are always sent. It is deleted
-- when the mail is sent, as the mail's words do.
ALTER TABLE mails ADD COLUMN stop_url text NOT NULL DEFAULT '';
