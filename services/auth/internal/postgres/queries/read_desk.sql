-- name: ListDeskAccounts :many
-- ListDeskAccounts returns all accounts, newest first.
SELECT a.id, a.issuer, a.subject, a.email, a.email_verified, a.blocked, a.disabled, a.created_at, a.credentials_changed_at,
    ARRAY(SELECT w.address FROM wallets w WHERE w.account_id = a.id ORDER BY w.linked_at, w.address)::text[] AS wallets,
    (SELECT count(*) FROM passkeys p WHERE p.account_id = a.id)::integer AS passkeys
FROM accounts a
WHERE (a.created_at, a.id) < (@before_at::timestamptz, @before_id::uuid)
ORDER BY a.created_at DESC, a.id DESC
LIMIT sqlc.arg('limit');

-- name: FindDeskAccounts :many
-- FindDeskAccounts returns the accounts that match, newest first, with the columns of ListDeskAccounts: it searches for each kind of name in its own index. NULL matches nothing. If many
-- addresses begin with the prefix, it first looks among the newest 5,000 accounts. If these don't fill the page, it reads all entries of the prefix in the index.
WITH recent AS MATERIALIZED (
    SELECT n.id
    FROM (
        SELECT a.id, a.created_at, a.email FROM accounts a
        WHERE (a.created_at, a.id) < (@before_at::timestamptz, @before_id::uuid)
        ORDER BY a.created_at DESC, a.id DESC
        LIMIT 5000) n
    WHERE n.email <> '' AND lower(n.email) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(n.email) COLLATE "C" < sqlc.narg('prefix_end')::text
      AND 2000 < (SELECT count(*) FROM (
          SELECT FROM accounts
          WHERE email <> '' AND lower(email) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(email) COLLATE "C" < sqlc.narg('prefix_end')::text LIMIT 2001) m)
    ORDER BY n.created_at DESC, n.id DESC
    LIMIT sqlc.arg('limit')
), found AS (
    SELECT id FROM accounts WHERE id = ANY(@ids::uuid[])
    UNION SELECT id FROM recent
    -- OFFSET 0 keeps Postgres from reading all accounts by their date until enough match.
    UNION (SELECT e.id FROM (
        SELECT id, created_at FROM accounts
        WHERE email <> '' AND lower(email) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(email) COLLATE "C" < sqlc.narg('prefix_end')::text
          AND (created_at, id) < (@before_at::timestamptz, @before_id::uuid) AND (SELECT count(*) FROM recent) < sqlc.arg('limit')
        OFFSET 0) e ORDER BY e.created_at DESC, e.id DESC LIMIT sqlc.arg('limit'))
    UNION SELECT account_id FROM wallets WHERE lower(address) = sqlc.narg('address')::text
)
SELECT a.id, a.issuer, a.subject, a.email, a.email_verified, a.blocked, a.disabled, a.created_at, a.credentials_changed_at,
    ARRAY(SELECT w.address FROM wallets w WHERE w.account_id = a.id ORDER BY w.linked_at, w.address)::text[] AS wallets,
    (SELECT count(*) FROM passkeys p WHERE p.account_id = a.id)::integer AS passkeys
FROM found JOIN accounts a ON a.id = found.id
WHERE (a.created_at, a.id) < (@before_at::timestamptz, @before_id::uuid)
ORDER BY a.created_at DESC, a.id DESC
LIMIT sqlc.arg('limit');

-- name: ReadWallets :many
SELECT address, linked_at FROM wallets WHERE account_id = @account_id ORDER BY linked_at, address;

-- name: ReadStaffActions :many
-- ReadStaffActions returns the last hundred actions of staff on an account, newest first.
SELECT s.action, s.reason, s.actor_id, coalesce(a.email, '')::text AS actor_email, s.at
FROM staff_actions s LEFT JOIN accounts a ON a.id = s.actor_id
WHERE s.account_id = @account_id
ORDER BY s.seq DESC
LIMIT 100;
