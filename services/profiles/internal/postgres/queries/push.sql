-- name: LockPush :exec
-- Serializes the additions of an account, so that each finds a free slot.
SELECT pg_advisory_xact_lock(hashtextextended('push ' || @account_id::text, 0));

-- name: ReleasePushSubscription :exec
-- Removes a browser, with its pending messages, from the account that had it before. The secret proves that the caller is that browser.
DELETE FROM push_subscriptions WHERE id = @id AND account_id <> @account_id AND auth = @auth;

-- name: MakeRoomForPush :exec
-- Removes the browser that was saved least recently if all slots are taken.
DELETE FROM push_subscriptions
WHERE id = (SELECT s.id FROM push_subscriptions s WHERE s.account_id = @account_id ORDER BY s.saved_at, s.id LIMIT 1)
  AND (SELECT count(*) FROM push_subscriptions s WHERE s.account_id = @account_id) >= @max_rows::int;

-- name: AddPushSubscription :execrows
INSERT INTO push_subscriptions (id, account_id, session_id, slot, endpoint, p256dh, auth, public_key, saved_at)
VALUES (@id, @account_id::uuid, @session_id, (
    SELECT min(n) FROM generate_series(1, @max_rows::int) n
    WHERE NOT EXISTS (SELECT FROM push_subscriptions s WHERE s.account_id = @account_id::uuid AND s.slot = n)
), @endpoint, @p256dh, @auth, @public_key, @saved_at)
ON CONFLICT (id) DO NOTHING;

-- name: RenewPushSubscription :execrows
UPDATE push_subscriptions SET session_id = @session_id, p256dh = @p256dh, auth = @auth, public_key = @public_key, saved_at = @saved_at
WHERE id = @id AND account_id = @account_id;

-- name: RemovePushSubscription :exec
DELETE FROM push_subscriptions WHERE id = @id AND account_id = @account_id;

-- name: EndPushSessions :exec
DELETE FROM push_subscriptions WHERE account_id = @account_id AND session_id = ANY (@session_ids::text[]);

-- name: QueuePush :many
-- Adds a message for each browser of the account, unless it has a pending one with this key.
INSERT INTO push_messages (subscription_id, key, payload, expires_at)
SELECT s.id, @key, @payload, @expires_at FROM push_subscriptions s WHERE s.account_id = @account_id
ON CONFLICT (subscription_id, key) DO NOTHING
RETURNING id;

-- name: PushMessage :one
SELECT m.key, m.payload, m.expires_at, s.id, s.endpoint, s.p256dh, s.auth, s.public_key
FROM push_messages m JOIN push_subscriptions s ON s.id = m.subscription_id
WHERE m.id = @id;

-- name: EndPushMessage :exec
DELETE FROM push_messages WHERE id = @id;

-- name: EndPushSubscription :exec
-- Deletes only the subscription that the message was sent to, not one that was saved again since.
DELETE FROM push_subscriptions WHERE id = @id AND auth = @auth;
