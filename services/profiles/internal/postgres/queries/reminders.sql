-- name: LockReminders :exec
-- Serializes the additions of an account, so that they are counted.
SELECT pg_advisory_xact_lock(hashtextextended('reminders ' || @account_id::text, 0));

-- name: AddReminder :exec
INSERT INTO reminders (account_id, kind, entry_id, opens_at, added_at) VALUES (@account_id, @kind, @entry_id, @opens_at, @added_at)
ON CONFLICT DO NOTHING;

-- name: CountReminders :one
SELECT count(*) FROM reminders WHERE account_id = @account_id;

-- name: RemoveReminder :exec
DELETE FROM reminders WHERE account_id = @account_id AND kind = @kind AND entry_id = @entry_id;

-- name: WantedEntries :many
SELECT DISTINCT entry_id FROM reminders WHERE kind = @kind ORDER BY entry_id;

-- name: EntryWanted :one
SELECT EXISTS (SELECT FROM reminders WHERE kind = @kind AND entry_id = @entry_id);

-- name: FirstFree :many
-- The earliest time since which an edition has been free, or no row.
SELECT free_since::timestamptz FROM reminders WHERE free_since IS NOT NULL ORDER BY free_since LIMIT 1;

-- name: MoveDrop :exec
UPDATE reminders SET opens_at = @opens_at::timestamptz WHERE kind = 'drop' AND entry_id = @entry_id AND opens_at <> @opens_at::timestamptz;

-- name: MarkFree :exec
-- Starts the clock of artworks with a free edition and clears the others.
UPDATE reminders
SET free_since = CASE WHEN entry_id = ANY (@free::bigint[]) THEN @now::timestamptz END
WHERE kind = 'artwork' AND entry_id = ANY (@checked::bigint[]) AND (free_since IS NOT NULL) <> (entry_id = ANY (@free::bigint[]));

-- name: DueReminders :many
-- The reminders of an entry whose email is due, ordered by account.
SELECT account_id, added_at FROM reminders
WHERE kind = @kind AND entry_id = @entry_id AND account_id > @after::uuid
  AND (kind = 'drop' OR free_since <= @free_before::timestamptz)
ORDER BY account_id
LIMIT @max_rows::int;

-- name: TakeReminder :execrows
-- Deletes only the reminder that the email is for, not one that was added since.
DELETE FROM reminders WHERE account_id = @account_id AND kind = @kind AND entry_id = @entry_id AND added_at = @added_at;

-- name: BeginCheck :exec
UPDATE reminder_checks SET number = number + 1;

-- name: LastCheck :one
SELECT number FROM reminder_checks;
