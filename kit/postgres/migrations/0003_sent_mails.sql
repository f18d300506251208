-- +goose Up

-- Mails lose their words when they are sent: links in them carry secrets that are kept nowhere else.
UPDATE mails SET html = '', body = '' WHERE sent_at IS NOT NULL;
