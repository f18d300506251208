-- name: UpdateArtworkText :exec
UPDATE artworks
SET slug = @slug, title = @title::text, title_key = @title_key, description = @description::text, medium = @medium, category = @category::text, year = nullif(@year::int, 0), price = @price, currency = @currency,
    published = @published, search = artwork_search(@title::text, artist_name, @description::text, @extra::text || ' ' || coalesce((SELECT name FROM categories WHERE slug = @category::text), '')), edited = true, version = nextval('artwork_versions')
WHERE id = @id;

-- name: LockArtistAccount :one
SELECT a.account, a.linked_before, coalesce((SELECT l.account FROM artist_links l WHERE l.artist_id = a.id), '')::text AS next
FROM artists a WHERE a.id = @id AND a.published FOR UPDATE;

-- name: OtherLinkedArtist :one
-- Another artist that the account is or will be linked to, by its id or by its email address.
SELECT id, name FROM artists a
WHERE published AND id <> @id AND (account <> '' AND (lower(account) IN (lower(@account), lower(@email)) OR account_id = lower(@account))
    OR EXISTS (SELECT FROM artist_links l WHERE l.artist_id = a.id AND lower(l.account) IN (lower(@account), nullif(lower(@email), ''))))
ORDER BY id
LIMIT 1;

-- name: LinkArtist :exec
UPDATE artists SET account = @account, edited = true WHERE id = @id;

-- name: Post :one
-- A post, public or not.
SELECT p.id, p.slug, p.title, p.category, coalesce(c.name, p.category)::text AS category_name, p.summary, p.body, p.author, p.cover, p.published_at, p.published
FROM posts p
LEFT JOIN post_categories c ON c.slug = p.category
WHERE p.id = @id;

-- name: UpdatePostText :exec
UPDATE posts
SET slug = @slug, title = @title, summary = @summary, body = @body, category = @category, published = @published, edited = true
WHERE id = @id;

-- name: RecordChange :exec
INSERT INTO content_changes (at, account, email, action, kind, entry_id, before, after) VALUES (@at, @account, @email, @action, @kind, @entry_id, @before, @after);

-- name: DropText :one
SELECT title, summary, body FROM drops WHERE id = @id AND published;

-- name: UpdateDropText :exec
UPDATE drops SET slug = @slug, title = @title, sort_key = @sort_key, summary = @summary, body = @body, edited = true WHERE id = @id;

-- name: ArtistText :one
SELECT bio, coalesce(born, 0) AS born, coalesce(died, 0) AS died, place, website, portrait FROM artists WHERE id = @id AND published;

-- name: UpdateArtistText :one
UPDATE artists SET bio = @bio, born = nullif(@born::int, 0), died = nullif(@died::int, 0), place = @place, website = @website, texts_edited = true
WHERE id = @id
RETURNING slug;

-- name: UpdateArtistPortrait :exec
UPDATE artists SET portrait = @portrait, portrait_edited = true WHERE id = @id;

-- name: CuratorText :one
SELECT name, role, bio FROM curators WHERE id = @id AND published;

-- name: UpdateCuratorText :exec
UPDATE curators SET slug = @slug, name = @name, sort_key = @sort_key, role = @role, bio = @bio, edited = true WHERE id = @id;

-- name: MarkArtworksOfArtist :exec
UPDATE artworks SET version = nextval('artwork_versions') WHERE artist_id = @artist_id AND published;

-- name: MarkArtworksOfCurator :exec
UPDATE artworks SET version = nextval('artwork_versions') WHERE curator_ids <> '{}' AND curator_ids @> ARRAY[@curator_id::bigint] AND published;

-- name: DropsOfCurator :many
SELECT id, slug FROM drops WHERE curator_id = @curator_id::bigint AND published;

-- name: PageText :one
SELECT title, body FROM pages WHERE id = @id AND published;

-- name: UpdatePageText :one
UPDATE pages SET title = @title, body = @body, version = @version, updated_at = @at, edited = true WHERE id = @id RETURNING slug;
