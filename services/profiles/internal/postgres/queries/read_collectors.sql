-- name: ReadPublicCollectorPage :one
SELECT account_id, name::text AS name, display_name, text, indexed,
    ARRAY(SELECT w.token_id FROM collector_works w WHERE w.account_id = p.account_id ORDER BY w.position)::bigint[] AS token_ids,
    ARRAY(SELECT w.text FROM collector_works w WHERE w.account_id = p.account_id ORDER BY w.position)::text[] AS texts,
    ARRAY(SELECT COALESCE(c.color, '') FROM collector_works w
          LEFT JOIN collector_walls c USING (account_id, token_id)
          WHERE w.account_id = p.account_id ORDER BY w.position)::text[] AS walls
FROM collector_pages p WHERE p.name = @name::text AND p.published AND NOT p.hidden;

-- name: ReadCollectorPage :one
SELECT COALESCE(name, '')::text AS name, display_name, text, published, indexed, hidden,
    ARRAY(SELECT w.token_id FROM collector_works w WHERE w.account_id = p.account_id ORDER BY w.position)::bigint[] AS token_ids,
    ARRAY(SELECT w.text FROM collector_works w WHERE w.account_id = p.account_id ORDER BY w.position)::text[] AS texts
FROM collector_pages p WHERE p.account_id = @account_id;

-- name: ReadWalls :many
SELECT token_id, color FROM collector_walls WHERE account_id = @account_id ORDER BY token_id;
