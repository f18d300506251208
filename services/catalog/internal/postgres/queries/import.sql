-- name: PutCategory :execrows
INSERT INTO categories (slug, name) VALUES (@slug, @name)
ON CONFLICT (slug) DO UPDATE SET name = excluded.name
WHERE categories.name <> excluded.name;

-- name: PutPostCategory :execrows
INSERT INTO post_categories (slug, name, position) VALUES (@slug, @name, @position)
ON CONFLICT (slug) DO UPDATE SET name = excluded.name, position = excluded.position
WHERE (post_categories.name, post_categories.position) <> (excluded.name, excluded.position);

-- name: RemovePostCategories :exec
DELETE FROM post_categories WHERE slug <> ALL (@kept::text[]);

-- name: PutArtist :execrows
INSERT INTO artists AS t (id, source, slug, name, sort_name, sort_key, name_key, bio, born, died, place, website, account, portrait, published, entry_hash, edited, texts_edited, portrait_edited)
VALUES (@id, @source, @slug, @name, @sort_name, @sort_key, @name_key, @bio, nullif(@born::int, 0), nullif(@died::int, 0), @place, @website, @account, @portrait, @published, @entry_hash, @edited, @texts_edited, @portrait_edited)
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, name = excluded.name, sort_name = excluded.sort_name, sort_key = excluded.sort_key, name_key = excluded.name_key,
    bio = excluded.bio, born = excluded.born, died = excluded.died, place = excluded.place, website = excluded.website,
    account = excluded.account, portrait = excluded.portrait, published = excluded.published,
    entry_hash = excluded.entry_hash, edited = excluded.edited, texts_edited = excluded.texts_edited, portrait_edited = excluded.portrait_edited
WHERE t.source = excluded.source
  AND (t.slug, t.name, t.sort_name, t.bio, t.born, t.died, t.place, t.website, t.account, t.portrait, t.published, t.entry_hash, t.edited, t.texts_edited, t.portrait_edited)
      IS DISTINCT FROM (excluded.slug, excluded.name, excluded.sort_name, excluded.bio, excluded.born, excluded.died,
                        excluded.place, excluded.website, excluded.account, excluded.portrait, excluded.published, excluded.entry_hash, excluded.edited,
                        excluded.texts_edited, excluded.portrait_edited);

-- name: UnlinkAccount :execrows
-- Content that names an account for an artist ends the link that staff made to another one, by its id or its email address.
UPDATE artists SET account = '', edited = false WHERE id <> @artist_id AND (lower(account) = lower(@account) OR edited AND account_id = lower(@account));

-- name: PutCurator :execrows
INSERT INTO curators AS t (id, source, slug, name, sort_key, role, bio, account, portrait, published, entry_hash, edited)
VALUES (@id, @source, @slug, @name, @sort_key, @role, @bio, @account, @portrait, @published, @entry_hash, @edited)
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, name = excluded.name, sort_key = excluded.sort_key, role = excluded.role, bio = excluded.bio,
    account = excluded.account, portrait = excluded.portrait, published = excluded.published, entry_hash = excluded.entry_hash, edited = excluded.edited
WHERE t.source = excluded.source
  AND (t.slug, t.name, t.role, t.bio, t.account, t.portrait, t.published, t.entry_hash, t.edited)
      IS DISTINCT FROM (excluded.slug, excluded.name, excluded.role, excluded.bio, excluded.account, excluded.portrait, excluded.published, excluded.entry_hash,
                        excluded.edited);

-- name: PutDrop :execrows
INSERT INTO drops AS t (id, source, slug, title, sort_key, summary, body, starts_at, ends_at, curator_id, cover, work_ids, published, entry_hash, edited)
VALUES (@id, @source, @slug, @title, @sort_key, @summary, @body, @starts_at, @ends_at, nullif(@curator_id::bigint, 0), @cover,
        coalesce(@work_ids::bigint[], '{}'), @published, @entry_hash, @edited)
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, title = excluded.title, sort_key = excluded.sort_key, summary = excluded.summary, body = excluded.body,
    starts_at = excluded.starts_at, ends_at = excluded.ends_at, curator_id = excluded.curator_id, cover = excluded.cover, work_ids = excluded.work_ids,
    published = excluded.published, entry_hash = excluded.entry_hash, edited = excluded.edited
WHERE t.source = excluded.source
  AND (t.slug, t.title, t.summary, t.body, t.starts_at, t.ends_at, t.curator_id, t.cover, t.work_ids, t.published, t.entry_hash, t.edited)
      IS DISTINCT FROM (excluded.slug, excluded.title, excluded.summary, excluded.body, excluded.starts_at, excluded.ends_at,
                        excluded.curator_id, excluded.cover, excluded.work_ids, excluded.published, excluded.entry_hash, excluded.edited);

-- name: PutPost :execrows
INSERT INTO posts AS t (id, source, slug, title, category, summary, body, author, cover, published_at, published, entry_hash, edited)
VALUES (@id, @source, @slug, @title, @category, @summary, @body, @author, @cover, @published_at, @published, @entry_hash, @edited)
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, title = excluded.title, category = excluded.category, summary = excluded.summary, body = excluded.body,
    author = excluded.author, cover = excluded.cover, published_at = excluded.published_at, published = excluded.published,
    entry_hash = excluded.entry_hash, edited = excluded.edited
WHERE t.source = excluded.source
  AND (t.slug, t.title, t.category, t.summary, t.body, t.author, t.cover, t.published_at, t.published, t.entry_hash, t.edited)
      IS DISTINCT FROM (excluded.slug, excluded.title, excluded.category, excluded.summary, excluded.body, excluded.author,
                        excluded.cover, excluded.published_at, excluded.published, excluded.entry_hash, excluded.edited);

-- name: PutPage :execrows
INSERT INTO pages AS t (slug, source, title, body, version, updated_at, published, entry_hash, edited)
VALUES (@slug, @source, @title, @body, @version, coalesce(sqlc.narg(updated_at)::timestamptz, @now::timestamptz), @published, @entry_hash, @edited)
ON CONFLICT (slug) DO UPDATE
SET source = excluded.source, title = excluded.title, body = excluded.body, version = excluded.version,
    updated_at = CASE WHEN sqlc.narg(updated_at)::timestamptz IS NULL AND (t.title, t.body) IS NOT DISTINCT FROM (excluded.title, excluded.body)
                      THEN t.updated_at ELSE excluded.updated_at END,
    published = excluded.published, entry_hash = excluded.entry_hash, edited = excluded.edited
WHERE (t.source, t.title, t.body, t.version, t.published, t.entry_hash, t.edited)
      IS DISTINCT FROM (excluded.source, excluded.title, excluded.body, excluded.version, excluded.published, excluded.entry_hash, excluded.edited)
   OR t.updated_at IS DISTINCT FROM coalesce(sqlc.narg(updated_at)::timestamptz, t.updated_at);

-- name: PutArtwork :execrows
INSERT INTO artworks AS t (id, source, slug, title, title_key, artist_id, artist_name, artist_slug, artist_key, category, year, medium,
    description, edition_size, withheld, withheld_numbers, price, currency, chain_id, drop_id, curator_ids, sale_starts_at, sale_ends_at,
    published_at, visible_from, published, media, attributes, search, entry_hash, edited, original, original_sum, version)
VALUES (@id, @source, @slug, @title::text, @title_key, @artist_id, @artist_name::text, @artist_slug, @artist_key, @category::text, nullif(@year::int, 0), @medium, @description::text, @edition_size, @withheld, @withheld_numbers, @price, @currency, @chain_id, nullif(@drop_id::bigint, 0), @curator_ids, @sale_starts_at, @sale_ends_at,
    @published_at, @visible_from, @published, @media, @attributes, 
    artwork_search(@title::text, @artist_name::text, @description::text, @extra::text || ' ' || coalesce((SELECT name FROM categories WHERE slug = @category::text), '')), @entry_hash, @edited, @original, @original_sum, nextval('artwork_versions'))
ON CONFLICT (id) DO UPDATE
SET slug = excluded.slug, title = excluded.title, title_key = excluded.title_key, artist_id = excluded.artist_id,
    artist_name = excluded.artist_name, artist_slug = excluded.artist_slug, artist_key = excluded.artist_key, category = excluded.category,
    year = excluded.year, medium = excluded.medium, description = excluded.description, edition_size = excluded.edition_size,
    withheld = excluded.withheld, withheld_numbers = excluded.withheld_numbers, price = excluded.price, currency = excluded.currency,
    chain_id = excluded.chain_id, drop_id = excluded.drop_id, curator_ids = excluded.curator_ids, sale_starts_at = excluded.sale_starts_at,
    sale_ends_at = excluded.sale_ends_at, published_at = excluded.published_at, visible_from = excluded.visible_from, published = excluded.published,
    media = excluded.media, attributes = excluded.attributes, search = excluded.search,
    entry_hash = excluded.entry_hash, edited = excluded.edited, original = excluded.original, original_sum = excluded.original_sum,
    version = excluded.version
WHERE t.source = excluded.source
  AND (t.slug, t.title, t.artist_id, t.artist_name, t.artist_slug, t.artist_key, t.category, t.year, t.medium, t.description, t.edition_size,
       t.withheld, t.withheld_numbers, t.price, t.currency, t.chain_id, t.drop_id, t.curator_ids, t.sale_starts_at, t.sale_ends_at,
       t.published_at, t.visible_from, t.published, t.media, t.attributes, t.search, t.entry_hash, t.edited, t.original, t.original_sum)
      IS DISTINCT FROM
      (excluded.slug, excluded.title, excluded.artist_id, excluded.artist_name, excluded.artist_slug, excluded.artist_key, excluded.category,
       excluded.year, excluded.medium, excluded.description, excluded.edition_size, excluded.withheld, excluded.withheld_numbers,
       excluded.price, excluded.currency, excluded.chain_id, excluded.drop_id, excluded.curator_ids, excluded.sale_starts_at,
       excluded.sale_ends_at, excluded.published_at, excluded.visible_from, excluded.published, excluded.media, excluded.attributes, excluded.search,
       excluded.entry_hash, excluded.edited, excluded.original, excluded.original_sum);

-- name: UnpublishArtworks :execrows
-- A later import publishes them again as content describes them.
UPDATE artworks SET published = false, edited = false, version = nextval('artwork_versions') WHERE source = @source AND published AND id <> ALL (@kept::bigint[]);

-- name: UnpublishPosts :execrows
-- A later import publishes them again as content describes them.
UPDATE posts SET published = false, edited = false WHERE source = @source AND published AND id <> ALL (@kept::bigint[]);

-- name: UnpublishDrops :execrows
UPDATE drops SET published = false, edited = false WHERE source = @source AND published AND id <> ALL (@kept::bigint[]);

-- name: UnpublishCurators :execrows
UPDATE curators SET published = false, edited = false, entry_hash = '' WHERE source = @source AND published AND id <> ALL (@kept::bigint[]);

-- name: UnpublishArtists :execrows
-- A later import publishes them again as content describes them.
UPDATE artists SET published = false, edited = false, texts_edited = false, portrait_edited = false, entry_hash = '' WHERE source = @source AND published AND id <> ALL (@kept::bigint[]);

-- name: UnpublishPages :execrows
UPDATE pages SET published = false, edited = false WHERE source = @source AND published AND slug <> ALL (@kept::text[]);

-- name: UnpublishBulkArtworks :execrows
UPDATE artworks SET published = false, version = nextval('artwork_versions') WHERE source = @source AND published AND id <> ALL (@kept::bigint[]);

-- name: UnpublishBulkArtists :execrows
UPDATE artists SET published = false WHERE source = @source AND published AND id <> ALL (@kept::bigint[]);

-- name: PublishArtistsOfArtworks :execrows
-- Publishes what published artworks refer to, if staff or content unpublished it.
UPDATE artists a SET published = true
WHERE a.source = @source AND NOT a.published AND a.id = ANY (@kept::bigint[]) AND EXISTS (SELECT FROM artworks w WHERE w.artist_id = a.id AND w.published);

-- name: PublishDropsOfArtworks :execrows
UPDATE drops d SET published = true
WHERE d.source = @source AND NOT d.published AND d.id = ANY (@kept::bigint[]) AND EXISTS (SELECT FROM artworks w WHERE w.drop_id = d.id AND w.published);

-- name: CountRemovals :one
-- How many published artworks and artists a source has, and how many of them are missing in the files.
SELECT (w.published + a.published)::int AS published, (w.removed + a.removed)::int AS removed
FROM (
    SELECT count(*) AS published, count(*) FILTER (WHERE artworks.id <> ALL (@artworks::bigint[])) AS removed
    FROM artworks WHERE artworks.source = @source AND artworks.published
) w, (
    SELECT count(*) AS published, count(*) FILTER (WHERE artists.id <> ALL (@artists::bigint[])) AS removed
    FROM artists WHERE artists.source = @source AND artists.published
) a;

-- name: PutBulkCategory :exec
-- A name from the content folder stays.
INSERT INTO categories (slug, name) VALUES (@slug, @name) ON CONFLICT (slug) DO NOTHING;

-- name: RestoreCounts :exec
-- Applies counts that arrived before the artwork.
UPDATE artworks w SET held = c.held, sold = c.sold FROM counts c
WHERE c.artwork_id = w.id AND w.source = @source AND (w.held, w.sold) IS DISTINCT FROM (c.held, c.sold);

-- name: OverlappingSource :one
-- Another source with ids in a range; empty if there isn't one.
SELECT coalesce(max(name), '')::text AS name FROM sources WHERE name <> @name AND id_base <= @id_last AND id_last >= @id_base;

-- name: SourceState :one
-- State of a source's last import; for a new source, empty with the given base.
SELECT coalesce(max(digest), '')::text AS digest, coalesce(max(id_base), @id_base::bigint)::bigint AS id_base FROM sources WHERE name = @name;

-- name: PutSource :exec
INSERT INTO sources (name, id_base, id_last, digest, imported_at) VALUES (@name, @id_base, @id_last, @digest, now())
ON CONFLICT (name) DO UPDATE SET id_base = excluded.id_base, id_last = excluded.id_last, digest = excluded.digest, imported_at = now();

-- name: ArtistLinkedTwice :one
-- Another artist who is linked to the account by its email address.
SELECT id, name, account FROM artists WHERE published AND NOT edited AND id <> @artist_id AND account_id = lower(@account_id) AND lower(account) <> lower(@account_id);

-- name: PageID :one
-- The id of a page, or 0.
SELECT coalesce((SELECT id FROM pages WHERE slug = @slug), 0)::bigint;

-- name: ArtistNames :one
SELECT name, slug, sort_name FROM artists WHERE id = @id;

-- name: DropWindow :one
SELECT starts_at, ends_at FROM drops WHERE id = @id;
