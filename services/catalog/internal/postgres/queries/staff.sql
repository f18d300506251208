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
