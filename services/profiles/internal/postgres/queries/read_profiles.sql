-- name: ReadProfile :one
SELECT id, owner_id, name, email, first_name, last_name, avatar, avatar_width, avatar_height,
    (first_name <> '' AND last_name <> '' AND email <> '')::boolean AS completed
FROM profiles WHERE owner_id = @owner_id;

-- name: FindProfiles :many
-- FindProfiles returns the newest profiles of accounts, and of people whose first, last, full or display name begins with a lower-case prefix. NULL
-- matches none. If many names begin with it, it first looks among the newest 5,000 profiles. If these don't fill the page, it reads all entries of
-- the prefix in the indexes.
WITH recent AS MATERIALIZED (
    SELECT n.id
    FROM (
        SELECT p.id, p.created_at, p.first_name, p.last_name, p.name FROM profiles p
        ORDER BY p.created_at DESC, p.id DESC
        LIMIT 5000) n
    WHERE (lower(n.first_name || ' ' || n.last_name) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(n.first_name || ' ' || n.last_name) COLLATE "C" < sqlc.narg('prefix_end')::text
           OR lower(n.last_name) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(n.last_name) COLLATE "C" < sqlc.narg('prefix_end')::text
           OR n.name <> '' AND lower(n.name) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(n.name) COLLATE "C" < sqlc.narg('prefix_end')::text)
      AND 2000 < (SELECT count(*) FROM (
          (SELECT FROM profiles p WHERE lower(p.first_name || ' ' || p.last_name) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(p.first_name || ' ' || p.last_name) COLLATE "C" < sqlc.narg('prefix_end')::text LIMIT 2001)
          UNION ALL
          (SELECT FROM profiles p WHERE lower(p.last_name) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(p.last_name) COLLATE "C" < sqlc.narg('prefix_end')::text LIMIT 2001)
          UNION ALL
          (SELECT FROM profiles p WHERE p.name <> '' AND lower(p.name) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(p.name) COLLATE "C" < sqlc.narg('prefix_end')::text LIMIT 2001)) m)
    ORDER BY n.created_at DESC, n.id DESC
    LIMIT sqlc.arg('limit')
), found AS (
    SELECT p.id FROM profiles p WHERE p.owner_id = ANY(@owner_ids::uuid[])
    UNION SELECT id FROM recent
    -- OFFSET 0 keeps Postgres from reading all profiles by their date until enough match.
    UNION (SELECT f.id FROM (
        SELECT p.id, p.created_at FROM profiles p
        WHERE lower(p.first_name || ' ' || p.last_name) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(p.first_name || ' ' || p.last_name) COLLATE "C" < sqlc.narg('prefix_end')::text
          AND (SELECT count(*) FROM recent) < sqlc.arg('limit')
        OFFSET 0) f ORDER BY f.created_at DESC, f.id DESC LIMIT sqlc.arg('limit'))
    UNION (SELECT l.id FROM (
        SELECT p.id, p.created_at FROM profiles p
        WHERE lower(p.last_name) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(p.last_name) COLLATE "C" < sqlc.narg('prefix_end')::text
          AND (SELECT count(*) FROM recent) < sqlc.arg('limit')
        OFFSET 0) l ORDER BY l.created_at DESC, l.id DESC LIMIT sqlc.arg('limit'))
    UNION (SELECT d.id FROM (
        SELECT p.id, p.created_at FROM profiles p
        WHERE p.name <> '' AND lower(p.name) COLLATE "C" >= sqlc.narg('prefix')::text AND lower(p.name) COLLATE "C" < sqlc.narg('prefix_end')::text
          AND (SELECT count(*) FROM recent) < sqlc.arg('limit')
        OFFSET 0) d ORDER BY d.created_at DESC, d.id DESC LIMIT sqlc.arg('limit'))
)
SELECT p.owner_id, coalesce(nullif(btrim(p.first_name || ' ' || p.last_name), ''), p.name)::text AS name FROM found JOIN profiles p ON p.id = found.id
ORDER BY p.created_at DESC, p.id DESC
LIMIT sqlc.arg('limit');
