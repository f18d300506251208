-- name: ListAccounts :many
SELECT * FROM accounts
WHERE (created_at, id) < (@before_at::timestamptz, @before_id::uuid)
ORDER BY created_at DESC, id DESC
LIMIT sqlc.arg('limit');

-- name: FindAccounts :many
-- FindAccounts searches for each kind of name in its own index. NULL matches nothing.
WITH found AS (
    SELECT id FROM accounts WHERE id = ANY(@ids::uuid[])
    UNION SELECT id FROM accounts
    WHERE email <> '' AND lower(email) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(email) COLLATE "C" < sqlc.narg('prefix_end')::text
    UNION SELECT account_id FROM wallets WHERE lower(address) = sqlc.narg('address')::text
)
SELECT a.* FROM found JOIN accounts a ON a.id = found.id
WHERE (a.created_at, a.id) < (@before_at::timestamptz, @before_id::uuid)
ORDER BY a.created_at DESC, a.id DESC
LIMIT sqlc.arg('limit');

-- name: WalletsOf :many
SELECT * FROM wallets WHERE account_id = ANY(@account_ids::uuid[]) ORDER BY linked_at, address;

-- name: SetBlocked :exec
UPDATE accounts SET blocked = @blocked WHERE id = @id;

-- name: IsBlocked :one
SELECT blocked FROM accounts WHERE id = @id;

-- name: AddStaffAction :exec
INSERT INTO staff_actions (account_id, actor_id, action, session_id, reason, at)
VALUES (@account_id, @actor_id, @action, nullif(@session_id::text, '')::uuid, @reason, @at);

-- name: StaffActions :many
SELECT s.action, s.reason, s.actor_id, coalesce(a.email, '')::text AS actor_email, s.at
FROM staff_actions s LEFT JOIN accounts a ON a.id = s.actor_id
WHERE s.account_id = @account_id
ORDER BY s.seq DESC
LIMIT 100;
