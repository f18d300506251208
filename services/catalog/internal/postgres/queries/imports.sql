-- name: SourceBase :one
-- The first id of a source, for an unknown one the next million after all others.
SELECT coalesce((SELECT s.id_base FROM sources s WHERE s.name = @name), (SELECT (max(t.id_last) / 1000000 + 1) * 1000000 FROM sources t))::bigint;

-- name: CollectionImports :many
SELECT id, source, email, artists_name, artworks_name, state, works, done, written, removed, reason, retrying, updated_at
FROM collection_imports ORDER BY updated_at DESC, id LIMIT 20;

-- name: CollectionImport :one
SELECT id, source, account, email, artists_name, artworks_name, columns, state, result, allow_removals, works, done, written, removed, reason, retrying, updated_at
FROM collection_imports WHERE id = @id::uuid;

-- name: CollectionImportFiles :one
SELECT artists, artworks FROM collection_imports WHERE id = @id::uuid;

-- name: SaveCollectionImport :execrows
INSERT INTO collection_imports AS i (id, source, account, email, artists_name, artworks_name, artists, artworks, columns, result, sound, mostly_removed, works, updated_at)
VALUES (@id::uuid, @source, @account, @email, @artists_name, @artworks_name, @artists, @artworks, @columns, @result, @sound, @mostly_removed, @works, @updated_at)
ON CONFLICT (id) DO UPDATE
SET source = excluded.source, account = excluded.account, email = excluded.email, artists_name = excluded.artists_name, artworks_name = excluded.artworks_name,
    artists = excluded.artists, artworks = excluded.artworks, columns = excluded.columns, state = 'checked', result = excluded.result, sound = excluded.sound,
    mostly_removed = excluded.mostly_removed, works = excluded.works, done = 0, reason = '', retrying = false, updated_at = excluded.updated_at
WHERE i.state IN ('checked', 'failed');

-- name: LockCollectionImport :one
SELECT state, sound, mostly_removed FROM collection_imports WHERE id = @id::uuid FOR UPDATE;

-- name: StartCollectionImport :exec
UPDATE collection_imports
SET state = 'running', account = @account, email = @email, allow_removals = @allow_removals, updated_at = @at
WHERE id = @id::uuid;

-- name: ReportCollectionImport :exec
UPDATE collection_imports SET done = @done, retrying = @retrying WHERE id = @id::uuid AND state = 'running';

-- name: FinishCollectionImport :exec
-- The files aren't needed any more.
UPDATE collection_imports
SET state = 'done', done = 2 * works, written = @written, removed = @removed, retrying = false, updated_at = @at, artists = NULL, artworks = NULL, result = ''
WHERE id = @id::uuid AND state = 'running';

-- name: FailCollectionImport :exec
UPDATE collection_imports SET state = 'failed', reason = @reason, retrying = false, updated_at = @at WHERE id = @id::uuid AND state = 'running';

-- name: ExpireCollectionImports :exec
DELETE FROM collection_imports WHERE state = 'checked' AND updated_at < @before;

-- name: ExpireCollectionFiles :exec
UPDATE collection_imports SET artists = NULL, artworks = NULL, result = '' WHERE state = 'failed' AND artists IS NOT NULL AND updated_at < @before;
