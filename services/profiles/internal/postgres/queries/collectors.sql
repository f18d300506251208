-- name: SaveCollectorPage :exec
-- Saving doesn't change staff's decision to hide a page.
INSERT INTO collector_pages (account_id, name, display_name, text, published, indexed, updated_at)
VALUES (@account_id, NULLIF(@name::text, ''), @display_name, @text, @published, @indexed, @updated_at)
ON CONFLICT (account_id) DO UPDATE
SET name = EXCLUDED.name, display_name = EXCLUDED.display_name, text = EXCLUDED.text, published = EXCLUDED.published,
    indexed = EXCLUDED.indexed, updated_at = EXCLUDED.updated_at;

-- name: RemoveCollectorWorks :exec
DELETE FROM collector_works WHERE account_id = @account_id;

-- name: AddCollectorWorks :exec
INSERT INTO collector_works (account_id, position, token_id, text)
SELECT @account_id::uuid, unnest(@positions::integer[]), unnest(@token_ids::bigint[]), unnest(@texts::text[]);

-- name: HideCollectorPage :execrows
UPDATE collector_pages SET hidden = @hidden WHERE name = @name::text;

-- name: LockWalls :exec
-- Serializes the additions of an account, so that they are counted.
SELECT pg_advisory_xact_lock(hashtextextended('walls ' || @account_id::text, 0));

-- name: SetWall :exec
INSERT INTO collector_walls (account_id, token_id, color) VALUES (@account_id, @token_id, @color)
ON CONFLICT (account_id, token_id) DO UPDATE SET color = EXCLUDED.color;

-- name: CountWalls :one
SELECT count(*) FROM collector_walls WHERE account_id = @account_id;

-- name: RemoveWall :exec
DELETE FROM collector_walls WHERE account_id = @account_id AND token_id = @token_id;
