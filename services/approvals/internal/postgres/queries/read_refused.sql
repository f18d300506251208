-- name: ReadRefusedEmails :many
-- ReadRefusedEmails returns which of these emails were refused for good.
SELECT key FROM mails WHERE key = ANY(@keys::text[]) AND refused;
