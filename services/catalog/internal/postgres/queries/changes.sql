-- name: LatestVersion :one
-- The version of the last change of an artwork.
SELECT coalesce(max(version), 0)::bigint FROM artworks;

-- name: ChangesSince :many
-- The first artworks that changed after a version, whether they are public now, and whether they were before, which means that the listing still
-- has them.
SELECT w.id, w.slug, w.title, w.artist_id, w.artist_name, w.edition_size, w.withheld, w.withheld_numbers, w.price, w.currency, w.chain_id,
       w.sale_starts_at, w.sale_ends_at, w.year, w.dated, w.medium, w.media, w.original_sum,
       w.category, coalesce(w.drop_id, 0) AS drop_id, w.curator_ids, w.version,
       (w.published AND w.visible_from <= @now)::boolean AS public, EXISTS (SELECT FROM listed l WHERE l.artwork_id = w.id) AS listed
FROM artworks w
WHERE w.version > @since
ORDER BY w.version
LIMIT @max_rows::int;

-- name: PutCounts :execrows
INSERT INTO counts AS c (artwork_id, version, held, sold) VALUES (@artwork_id, @version, @held, @sold)
ON CONFLICT (artwork_id) DO UPDATE SET version = excluded.version, held = excluded.held, sold = excluded.sold
WHERE c.version < excluded.version;

-- name: PutDropPhases :execrows
INSERT INTO drop_phases AS p (drop_id, version, times) VALUES (@drop_id, @version, CAST(@times::text AS tstzmultirange))
ON CONFLICT (drop_id) DO UPDATE SET version = excluded.version, times = excluded.times
WHERE p.version < excluded.version;

-- name: PublicDrop :one
SELECT slug FROM drops WHERE id = @id AND published;

-- name: CopyCounts :one
UPDATE artworks
SET held = @held, sold = @sold, collected_at = CASE WHEN @sold > sold THEN now() ELSE collected_at END
WHERE id = @id AND (held, sold) IS DISTINCT FROM (@held, @sold)
RETURNING coalesce(drop_id, 0) AS drop_id, edition_size, withheld;

-- name: EditedArtworks :many
SELECT id, entry_hash, title, description, medium, category, coalesce(year, 0) AS year, price, currency, published
FROM artworks
WHERE source = @source AND edited;

-- name: EditedPosts :many
SELECT id, entry_hash, title, summary, body, category, published FROM posts WHERE source = @source AND edited;

-- name: EditedArtists :many
SELECT id, entry_hash, account FROM artists WHERE source = @source AND edited;

-- name: EditedArtistTexts :many
SELECT id, entry_hash, bio, coalesce(born, 0) AS born, coalesce(died, 0) AS died, place, website, published FROM artists WHERE source = @source AND texts_edited;

-- name: EditedPortraits :many
SELECT id, entry_hash, portrait FROM artists WHERE source = @source AND portrait_edited;

-- name: EditedDrops :many
SELECT id, entry_hash, title, summary, body, work_ids, published FROM drops WHERE source = @source AND edited;

-- name: EditedCurators :many
SELECT id, entry_hash, name, role, bio, published FROM curators WHERE source = @source AND edited;

-- name: EditedPages :many
SELECT slug, entry_hash, title, body, version, updated_at, published FROM pages WHERE source = @source AND edited;

-- name: ContentVersion :one
SELECT version FROM content_version;

-- name: MoveContentVersion :exec
UPDATE content_version SET version = version + 1;
