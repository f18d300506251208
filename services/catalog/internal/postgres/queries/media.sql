-- name: PutFile :execrows
-- If protection changes, renditions are made again: those of a protected original don't include it.
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
-- Counts pictures without renditions yet, and pictures of which none can be made.
SELECT count(*) FILTER (WHERE made_at IS NULL AND failed = '') AS waiting, count(*) FILTER (WHERE failed <> '') AS failed FROM media_files;

-- name: PutMade :execrows
UPDATE media_files SET made = @made, made_at = now() WHERE hash = @hash AND protected = @protected;

-- name: MadeFile :one
-- A picture with renditions, and what was made of it.
SELECT name, protected, made FROM media_files WHERE hash = @hash AND made IS NOT NULL;

-- name: MadeFiles :many
SELECT hash, made FROM media_files WHERE made IS NOT NULL AND hash = ANY (@hashes::text[]);

-- name: MediaUses :many
-- Where a media file is used: table, id, slug, whether the entry is published, and the media as stored.
SELECT 'artworks'::text AS kind, a.id, a.slug, a.published, a.media FROM artworks a WHERE a.media @> jsonb_build_array(jsonb_build_object('hash', @hash::text))
UNION ALL SELECT 'artists'::text, p.id, p.slug, p.published, p.portrait FROM artists p WHERE p.portrait @> jsonb_build_object('hash', @hash::text)
UNION ALL SELECT 'curators'::text, c.id, c.slug, c.published, c.portrait FROM curators c WHERE c.portrait @> jsonb_build_object('hash', @hash::text)
UNION ALL SELECT 'drops'::text, d.id, d.slug, d.published, d.cover FROM drops d WHERE d.cover @> jsonb_build_object('hash', @hash::text)
UNION ALL SELECT 'posts'::text, b.id, b.slug, b.published, b.cover FROM posts b WHERE b.cover @> jsonb_build_object('hash', @hash::text);

-- name: DraftsOfFile :many
-- Drafts whose picture is a media file, with the media as stored.
SELECT id, media FROM drafts WHERE media @> jsonb_build_array(jsonb_build_object('hash', @hash::text)) FOR UPDATE;

-- name: SetDraftMedia :exec
UPDATE drafts SET media = @media WHERE id = @id::uuid;

-- name: SetArtworkMedia :exec
UPDATE artworks SET media = @media, version = nextval('artwork_versions') WHERE id = @id;

-- name: SetArtistPortrait :exec
UPDATE artists SET portrait = @media WHERE id = @id;

-- name: SetCuratorPortrait :exec
UPDATE curators SET portrait = @media WHERE id = @id;

-- name: SetDropCover :exec
UPDATE drops SET cover = @media WHERE id = @id;

-- name: SetPostCover :exec
UPDATE posts SET cover = @media WHERE id = @id;

-- name: LockFile :one
-- Returns a picture's renditions, and locks it until the transaction ends.
SELECT made, failed FROM media_files WHERE hash = @hash FOR SHARE;
