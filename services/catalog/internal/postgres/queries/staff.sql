-- name: UpdateArtworkText :exec
UPDATE artworks
SET slug = @slug, title = @title::text, title_key = @title_key, description = @description::text, medium = @medium, category = @category::text,
    -- The words for the date belong to its year.
    dated = CASE WHEN year IS NOT DISTINCT FROM nullif(@year::int, 0) THEN dated ELSE '' END,
    year_last = CASE WHEN year IS NOT DISTINCT FROM nullif(@year::int, 0) THEN year_last END,
    year = nullif(@year::int, 0), price = @price, currency = @currency,
    published = @published, search = artwork_search(@title::text, artist_name, @description::text, @extra::text || ' ' || coalesce((SELECT name FROM categories WHERE slug = @category::text), '')), edited = true, version = nextval('artwork_versions')
WHERE id = @id;

-- name: LockArtistAccount :one
SELECT a.account, a.linked_before, coalesce((SELECT l.account FROM artist_links l WHERE l.artist_id = a.id), '')::text AS next
FROM artists a WHERE a.id = @id FOR UPDATE;

-- name: OtherLinkedArtist :one
-- Another artist that the account is or will be linked to, by its id or by its email address.
SELECT id, name FROM artists a
WHERE id <> @id AND (account <> '' AND (lower(account) IN (lower(@account), lower(@email)) OR account_id = lower(@account))
    OR EXISTS (SELECT FROM artist_links l WHERE l.artist_id = a.id AND lower(l.account) IN (lower(@account), nullif(lower(@email), ''))))
ORDER BY id
LIMIT 1;

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
SELECT title, summary, body, array_to_string(work_ids, ' ')::text AS works, published FROM drops WHERE id = @id;

-- name: UpdateDropText :exec
UPDATE drops
SET slug = @slug, title = @title, sort_key = @sort_key, summary = @summary, body = @body, work_ids = string_to_array(@works::text, ' ')::bigint[],
    published = @published, edited = true
WHERE id = @id;

-- name: ArtistText :one
SELECT bio, coalesce(born, 0) AS born, coalesce(died, 0) AS died, place, website, portrait, published FROM artists WHERE id = @id;

-- name: UpdateArtistText :exec
UPDATE artists SET bio = @bio, born = nullif(@born::int, 0), died = nullif(@died::int, 0), place = @place, website = @website, published = @published, texts_edited = true
WHERE id = @id;

-- name: UpdateArtistPortrait :exec
UPDATE artists SET portrait = @portrait, portrait_edited = true WHERE id = @id;

-- name: CuratorText :one
SELECT name, role, bio, published FROM curators WHERE id = @id;

-- name: UpdateCuratorText :exec
UPDATE curators SET slug = @slug, name = @name, sort_key = @sort_key, role = @role, bio = @bio, published = @published, edited = true WHERE id = @id;

-- name: MarkArtworksOfArtist :exec
UPDATE artworks SET version = nextval('artwork_versions') WHERE artist_id = @artist_id AND published;

-- name: MarkArtworksOfCurator :exec
UPDATE artworks SET version = nextval('artwork_versions') WHERE curator_ids <> '{}' AND curator_ids @> ARRAY[@curator_id::bigint] AND published;

-- name: DropsOfCurator :many
SELECT id, slug FROM drops WHERE curator_id = @curator_id::bigint AND published;

-- name: PageText :one
SELECT slug, title, body, published FROM pages WHERE id = @id;

-- name: UpdatePageText :exec
-- The version and the time change only with the words.
UPDATE pages
SET title = @title, body = @body, published = @published, edited = true, version = CASE WHEN @changed::boolean THEN @version ELSE version END,
    updated_at = CASE WHEN @changed::boolean THEN @at::timestamptz ELSE updated_at END
WHERE id = @id;

-- name: ArtistInUse :one
-- An artist, published or not, and whether it has artworks that are published, or will be on their date.
SELECT a.slug, a.name, EXISTS (SELECT FROM artworks w WHERE w.artist_id = a.id AND w.published) AS has_artworks FROM artists a WHERE a.id = @id;

-- name: DropInUse :one
-- Whether a drop has published artworks, whether one of its editions was sold or is reserved, and whether it sells now.
SELECT coalesce(bool_or(w.published), false)::boolean AS published, coalesce(bool_or(w.sold > 0 OR w.held > 0), false)::boolean AS sold,
       (sale_status(s.starts_at, s.ends_at, @now::timestamptz) = 'LIVE')::boolean AS live
FROM drops d JOIN drop_sales s ON s.id = d.id LEFT JOIN artworks w ON w.drop_id = d.id
WHERE d.id = @id::bigint
GROUP BY d.id, s.starts_at, s.ends_at;

-- name: ArtworkNeeds :one
-- Whether the artist and the drop of an artwork are published; true without a drop.
SELECT a.published AS artist, coalesce(d.published, true)::boolean AS drop
FROM artworks w JOIN artists a ON a.id = w.artist_id LEFT JOIN drops d ON d.id = w.drop_id
WHERE w.id = @id;
