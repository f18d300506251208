-- name: RewritePosition :one
SELECT version, artwork_id, entries FROM rewritten;

-- name: SetRewritePosition :exec
UPDATE rewritten SET version = @version, artwork_id = @artwork_id, entries = @entries;

-- name: NamesToRewrite :many
-- All entries but artworks and pages. name_key is the artists' key.
SELECT 'artist'::text AS kind, id, slug, name, sort_name, sort_key::text AS sort_key, name_key FROM artists
UNION ALL SELECT 'curator', id, slug, name, name, sort_key, '' FROM curators
UNION ALL SELECT 'drop', id, slug, title, title, sort_key, '' FROM drops
UNION ALL SELECT 'post', id, slug, title, '', '', '' FROM posts;

-- name: RewriteArtist :exec
UPDATE artists SET slug = @slug, sort_key = @sort_key, name_key = @name_key WHERE id = @id;

-- name: RewriteCurator :exec
UPDATE curators SET slug = @slug, sort_key = @sort_key WHERE id = @id;

-- name: RewriteDrop :exec
UPDATE drops SET slug = @slug, sort_key = @sort_key WHERE id = @id;

-- name: RewritePost :exec
UPDATE posts SET slug = @slug WHERE id = @id;

-- name: ArtworksToRewrite :many
-- The next artworks, in the order of their ids.
SELECT id, source, title, medium, artist_name, attributes FROM artworks WHERE id > @after::bigint ORDER BY id LIMIT @max_rows::int;

-- name: RewriteArtworks :execrows
-- Writes slugs, keys and search vectors of artworks where they differ.
UPDATE artworks w
SET slug = n.slug, title_key = n.title_key, artist_slug = n.artist_slug, artist_key = n.artist_key, search = n.search
FROM (
    SELECT o.id, g.slug, g.title_key, a.slug AS artist_slug, a.sort_key AS artist_key,
           artwork_search(o.title, o.artist_name, o.description, g.extra || ' ' || c.name) AS search
    FROM (SELECT unnest(@ids::bigint[]) AS id, unnest(@slugs::text[]) AS slug, unnest(@keys::text[]) AS title_key, unnest(@extras::text[]) AS extra) g
    JOIN artworks o ON o.id = g.id
    JOIN artists a ON a.id = o.artist_id
    JOIN categories c ON c.slug = o.category
) n
WHERE w.id = n.id
  AND (w.slug, w.title_key, w.artist_slug, w.artist_key, w.search) IS DISTINCT FROM (n.slug, n.title_key, n.artist_slug, n.artist_key, n.search);

-- name: Sources :many
SELECT name, id_base, id_last FROM sources ORDER BY id_base;
