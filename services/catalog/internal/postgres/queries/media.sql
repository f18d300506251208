-- name: PutFile :exec
-- A new protection changes what may be shown: renditions are made again, without the original among them.
INSERT INTO media_files AS t (hash, name, protected) VALUES (@hash, @name, @protected)
ON CONFLICT (hash) DO UPDATE
SET protected = excluded.protected, made = NULL, made_at = NULL, claimed_at = NULL, failed = ''
WHERE t.protected <> excluded.protected;

-- name: ClaimFile :one
-- One picture to make renditions of; nobody else takes it for ten minutes.
UPDATE media_files
SET claimed_at = now()
WHERE hash = (
    SELECT hash FROM media_files
    WHERE made_at IS NULL AND failed = '' AND (claimed_at IS NULL OR claimed_at < now() - interval '10 minutes')
    ORDER BY hash
    LIMIT 1
    FOR UPDATE SKIP LOCKED
)
RETURNING hash, name, protected, (SELECT count(*) FROM media_files WHERE made_at IS NULL AND failed = '') AS waiting;

-- name: FailFile :exec
UPDATE media_files SET failed = @reason WHERE hash = @hash;

-- name: ReleaseFile :exec
UPDATE media_files SET claimed_at = NULL WHERE hash = @hash;

-- name: CountUnmade :one
-- Pictures whose renditions are still to be made, and those of which none can be made.
SELECT count(*) FILTER (WHERE made_at IS NULL AND failed = '') AS waiting, count(*) FILTER (WHERE failed <> '') AS failed FROM media_files;

-- name: PutMade :execrows
UPDATE media_files SET made = @made, made_at = now() WHERE hash = @hash AND protected = @protected;
