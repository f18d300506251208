-- name: ReadFavorites :many
SELECT kind, entry_id, added_at FROM favorites WHERE account_id = @account_id ORDER BY added_at DESC, kind, entry_id;

-- name: ReadReminders :many
SELECT kind, entry_id, opens_at, added_at FROM reminders WHERE account_id = @account_id ORDER BY added_at DESC, kind, entry_id;

-- name: ReadPushSubscriptions :many
SELECT id, (session_id = @session_id)::boolean AS this_session FROM push_subscriptions WHERE account_id = @account_id ORDER BY saved_at DESC, id;
