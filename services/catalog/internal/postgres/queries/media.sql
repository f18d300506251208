-- name: PutFile :execrows
-- A new protection changes what may be shown: renditions are made again, without the original among them.
INSERT INTO media_files AS t (hash, name, protected) VALUES (@hash, @name, @protected)
ON CONFLICT (hash) DO UPDATE
SET protected = excluded.protected, made = NULL, made_at = NULL, failed = ''
WHERE t.protected <> excluded.protected;

-- name: WaitingFile :one
SELECT name, protected FROM media_files WHERE hash = @hash AND made_at IS NULL AND failed = '';

-- name: WaitingFiles :many
SELECT hash FROM media_files WHERE made_at IS NULL AND failed = '' ORDER BY hash LIMIT sqlc.arg('limit');

-- name: FailFile :exec
UPDATE media_files SET failed = @reason WHERE hash = @hash;

-- name: CountUnmade :one
-- Pictures whose renditions are still to be made, and those of which none can be made.
SELECT count(*) FILTER (WHERE made_at IS NULL AND failed = '') AS waiting, count(*) FILTER (WHERE failed <> '') AS failed FROM media_files;

-- name: PutMade :execrows
UPDATE media_files SET made = @made, made_at = now() WHERE hash = @hash AND protected = @protected;
