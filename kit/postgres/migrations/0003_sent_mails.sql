-- +goose Up

-- The text of an email is deleted when it is sent, because links in it contain secrets that are stored nowhere else.
UPDATE mails SET html = '', body = '' WHERE sent_at IS NOT NULL;
