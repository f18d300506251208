-- name: Drafts :many
-- In the order of the ids.
SELECT id, artist_id, account, version, state, title, description, medium, category, coalesce(year, 0) AS year, dimensions, edition_size,
       price, currency, alt, media, original, original_sum, coalesce(artwork_id, 0) AS artwork_id, updated_at, submitted_at, profile, profile_before,
       film, film_original, film_sum,
       EXISTS (SELECT FROM media_files f WHERE f.hash = d.media -> 0 ->> 'hash' AND f.failed <> '') AS failed
FROM drafts d WHERE id = ANY (@ids::uuid[]) ORDER BY array_position(@ids::uuid[], id);

-- name: LockDraft :one
SELECT artist_id FROM drafts WHERE id = @id::uuid FOR UPDATE;

-- name: DraftsOfArtist :many
-- Accepted drafts come last: the limit on drafts doesn't count them.
SELECT id FROM drafts WHERE artist_id = @artist_id ORDER BY (state = 'accepted'), updated_at DESC, id LIMIT sqlc.arg('limit');

-- name: DraftsInState :many
SELECT id, count(*) OVER () AS total FROM drafts WHERE state = @state ORDER BY submitted_at, id LIMIT sqlc.arg('limit') OFFSET sqlc.arg('offset');

-- name: CountDrafts :one
SELECT count(*) FROM drafts WHERE artist_id = @artist_id AND state <> 'accepted';

-- name: CreateDraft :exec
INSERT INTO drafts (id, artist_id, account, title, description, medium, category, year, dimensions, edition_size, price, currency, alt, media, original, original_sum, updated_at,
    profile, profile_before, film, film_original, film_sum)
VALUES (@id::uuid, @artist_id, @account, @title, @description, @medium, @category, nullif(@year::int, 0), @dimensions, @edition_size, @price, @currency, @alt, @media, @original, @original_sum, @updated_at,
    @profile, @profile_before, @film, @film_original, @film_sum);

-- name: HasOpenProfile :one
SELECT EXISTS (SELECT FROM drafts WHERE artist_id = @artist_id AND profile IS NOT NULL AND state <> 'accepted');

-- name: UpdateDraft :exec
UPDATE drafts
SET version = version + 1, title = @title, description = @description, medium = @medium, category = @category, year = nullif(@year::int, 0), dimensions = @dimensions,
    edition_size = @edition_size, price = @price, currency = @currency, alt = @alt, media = @media, original = @original, original_sum = @original_sum,
    updated_at = @updated_at, profile = @profile, film = @film, film_original = @film_original, film_sum = @film_sum
WHERE id = @id::uuid;

-- name: MoveDraft :exec
UPDATE drafts
SET version = version + 1, state = @state, moved_by = @account, moved_staff = @by_staff, comment = @comment, updated_at = @at,
    submitted_at = CASE WHEN @state = 'submitted' THEN @at ELSE submitted_at END, artwork_id = nullif(@artwork_id::bigint, 0)
WHERE id = @id::uuid;

-- name: DeleteDraft :exec
DELETE FROM drafts WHERE id = @id::uuid;

-- name: DraftSteps :many
SELECT at, state, by_staff, comment FROM draft_steps WHERE draft_id = @draft_id::uuid ORDER BY id;

-- name: CategoryExists :one
SELECT EXISTS (SELECT FROM categories WHERE slug = @slug);

-- name: AcceptDraft :one
-- Turns a draft into an unpublished artwork, with the artist's listing fields.
INSERT INTO artworks (id, source, slug, title, title_key, artist_id, artist_name, artist_slug, artist_key, category, year, medium, description,
    edition_size, price, currency, published_at, visible_from, published, media, attributes, search, original, original_sum, version)
SELECT @id, 'studio', @slug, d.title, @title_key, a.id, a.name, a.slug, a.sort_key, d.category, d.year, d.medium, d.description,
    d.edition_size, d.price, d.currency, @at, @at, false, @media, @attributes,
    artwork_search(d.title, a.name, d.description, @extra::text || ' ' || coalesce((SELECT c.name FROM categories c WHERE c.slug = d.category), '')),
    @original, @original_sum, nextval('artwork_versions')
FROM drafts d JOIN artists a ON a.id = d.artist_id
WHERE d.id = @draft_id::uuid
RETURNING id;

-- name: StudioOriginal :one
-- The original of an artwork that was a draft.
SELECT original FROM artworks WHERE id = @id AND source = 'studio';

-- name: NextStudioArtwork :one
SELECT nextval('studio_artworks');

-- name: CreateUpload :exec
INSERT INTO uploads (id, artist_id, account, length, created_at) VALUES (@id::uuid, @artist_id, @account, @length, @created_at);

-- name: CountUploads :one
-- Uploads of an artist that aren't complete.
SELECT count(*) FROM uploads WHERE artist_id = @artist_id AND media IS NULL;

-- name: Upload :one
SELECT id, artist_id, account, length, received, media, original, original_sum FROM uploads WHERE id = @id::uuid;

-- name: AppendUpload :execrows
UPDATE uploads SET received = @received WHERE id = @id::uuid AND received = @at;

-- name: CompleteUpload :execrows
UPDATE uploads SET received = length, media = @media, original = @original, original_sum = @original_sum
WHERE id = @id::uuid AND received = @at AND media IS NULL;

-- name: DeleteUpload :execrows
DELETE FROM uploads WHERE id = @id::uuid;

-- name: OldUploads :many
SELECT id FROM uploads WHERE created_at < @before ORDER BY created_at LIMIT 100;

-- name: EnsureFile :one
-- Doesn't change an existing file, because another entry uses it.
INSERT INTO media_files AS t (hash, name, protected) VALUES (@hash, @name, true)
ON CONFLICT (hash) DO UPDATE SET hash = excluded.hash
RETURNING name, (made_at IS NULL AND failed = '')::boolean AS waiting;
