-- name: SetBlocked :exec
UPDATE accounts SET blocked = @blocked WHERE id = @id;

-- name: IsBlocked :one
SELECT blocked FROM accounts WHERE id = @id;

-- name: AddStaffAction :exec
INSERT INTO staff_actions (account_id, actor_id, action, session_id, reason, at)
VALUES (@account_id, @actor_id, @action, nullif(@session_id::text, '')::uuid, @reason, @at);
