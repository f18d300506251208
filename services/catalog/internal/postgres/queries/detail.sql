-- name: Artwork :one
SELECT w.id, w.slug, w.title, w.artist_id, w.artist_name, w.artist_slug, w.category, w.year, w.dated, w.medium, w.edition_size, w.withheld, w.held, w.sold,
       w.price, w.currency, w.chain_id, w.published_at, w.drop_id, w.sale_starts_at, w.sale_ends_at, w.description, w.media,
       w.attributes, w.curator_ids, a.sort_name, a.bio, coalesce(a.born, 0) AS born, coalesce(a.died, 0) AS died, a.place, a.website, a.portrait,
       a.works
FROM artworks w
JOIN artists a ON a.id = w.artist_id
WHERE w.id = @id AND w.published AND w.visible_from <= @now;

-- name: Frequencies :many
-- For each attribute of the works: how many public works of the same artist have it.
SELECT w.id, (t.at ->> 'name')::text AS name, (t.at ->> 'value')::text AS value, count(*) AS works
FROM artworks w
CROSS JOIN LATERAL jsonb_array_elements(w.attributes) AS t (at)
JOIN artworks o ON o.artist_id = w.artist_id AND o.published AND o.visible_from <= @now AND o.attributes @> jsonb_build_array(t.at)
WHERE w.id = ANY (@ids::bigint[])
GROUP BY 1, 2, 3;

-- name: Offer :one
SELECT w.id, w.slug, w.title, w.artist_id, w.artist_name, w.edition_size, w.withheld, w.withheld_numbers, w.price, w.currency, w.chain_id,
       w.sale_starts_at, w.sale_ends_at, w.year, w.dated, w.medium, w.media, w.original_sum, coalesce(w.drop_id, 0) AS drop_id
FROM artworks w
WHERE w.id = @id AND (@unpublished::boolean OR w.published AND w.visible_from <= @now);

-- name: Display :one
-- Display includes unpublished artworks, whose tokens keep their metadata.
SELECT description, media, attributes FROM artworks WHERE id = @id;

-- name: Stock :many
SELECT w.id, w.slug, w.title, w.artist_name, w.edition_size, w.withheld, w.held, w.sold, w.price, w.currency, s.starts_at AS sale_starts_at,
       s.ends_at AS sale_ends_at, w.media
FROM artworks w
LEFT JOIN drop_sales s ON s.id = w.drop_id
WHERE w.id = ANY (@ids::bigint[]) AND w.published AND w.visible_from <= @now;

-- name: Original :one
-- Original includes unpublished artworks, because a token's owner keeps access to the file.
SELECT original FROM artworks WHERE id = @id AND original <> '';

-- name: ArtistOriginal :one
SELECT original FROM artworks WHERE id = @id AND artist_id = @artist_id AND original <> '';

-- name: EditionSource :one
-- EditionSource includes unpublished artworks, too.
SELECT edition_size, media, (published AND visible_from <= @now)::boolean AS public FROM artworks WHERE id = @id;

-- name: ArtistsOfAccount :many
-- Returns at most two, because two are already an error. An artist that isn't published counts only if no published one is linked.
SELECT a.id, a.name, a.account_id, a.linked_at, l.effective_at AS ends_at
FROM artists a LEFT JOIN artist_links l ON l.artist_id = a.id
WHERE a.account <> '' AND lower(a.account) IN (lower(@account_id::text), lower(@email::text))
  AND (a.published OR NOT EXISTS (
      SELECT FROM artists o WHERE o.published AND o.account <> '' AND lower(o.account) IN (lower(@account_id::text), lower(@email::text))))
ORDER BY a.id
LIMIT 2;

-- name: BindAccount :exec
UPDATE artists SET account_id = lower(@account_id::text) WHERE id = @id AND account_id = '' AND account <> '';

-- name: AccountOfArtist :one
SELECT a.name, a.account, a.account_id, coalesce(l.account, '')::text AS next, l.effective_at
FROM artists a LEFT JOIN artist_links l ON l.artist_id = a.id
WHERE a.id = @id AND (a.account <> '' OR l.account <> '');
