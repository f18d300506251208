-- name: SetEmailSetting :exec
INSERT INTO email_settings (account_id, kind, wanted, stop_secret) VALUES (@account_id, @kind, @wanted, @stop_secret)
ON CONFLICT (account_id, kind) DO UPDATE SET wanted = excluded.wanted, changed_at = now()
WHERE email_settings.wanted <> excluded.wanted;

-- name: AddEmailSetting :exec
INSERT INTO email_settings (account_id, kind, stop_secret) VALUES (@account_id, @kind, @stop_secret)
ON CONFLICT (account_id, kind) DO NOTHING;

-- name: EmailSetting :one
SELECT wanted, stop_secret FROM email_settings WHERE account_id = @account_id AND kind = @kind;

-- name: StopEmails :one
UPDATE email_settings SET wanted = false, changed_at = CASE WHEN wanted THEN now() ELSE changed_at END
WHERE stop_secret = @stop_secret RETURNING account_id, kind;

-- name: DropReminders :exec
DELETE FROM reminders WHERE account_id = @account_id AND kind = @kind;
