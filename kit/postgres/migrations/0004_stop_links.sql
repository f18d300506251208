-- +goose Up

-- The address that stops emails of this kind, for the header List-Unsubscribe; '' for emails that are always sent. It is deleted with the
-- text when the email is sent.
ALTER TABLE mails ADD COLUMN stop_url text NOT NULL DEFAULT '';
