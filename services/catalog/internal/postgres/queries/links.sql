-- name: ArtistLinks :many
-- The links of artists, public or not, and their replacements.
SELECT a.id, a.account, a.entry_hash, a.linked_before, coalesce(l.account, '')::text AS next, coalesce(l.by_staff, false)::boolean AS by_staff
FROM artists a LEFT JOIN artist_links l ON l.artist_id = a.id
WHERE a.id = ANY (@ids::bigint[]);

-- name: AccountLinks :many
-- A page of the artists that are linked to an account or will be, with the total number. An empty search matches all.
SELECT a.id, a.slug, a.name, a.published, a.account, a.account_id, a.linked_at, coalesce(l.account, '')::text AS next, l.effective_at AS next_at, count(*) OVER () AS total
FROM artists a LEFT JOIN artist_links l ON l.artist_id = a.id
WHERE (a.account <> '' OR l.artist_id IS NOT NULL)
  AND (@search::text = '' OR lower(@search::text) IN (lower(a.account), a.account_id, lower(l.account))
       OR strpos(lowered(a.name), lowered(@search::text)) > 0 OR @search_key::text <> '' AND strpos(a.name_key, @search_key::text) > 0)
ORDER BY a.sort_key COLLATE "und-x-icu", a.id
LIMIT @max_rows::int OFFSET @skip::int;

-- name: PutArtistLink :one
INSERT INTO artist_links AS l (artist_id, account, by_staff, effective_at)
VALUES (@artist_id, @account, @by_staff, now() + make_interval(secs => @seconds::float8))
ON CONFLICT (artist_id) DO UPDATE SET account = excluded.account, by_staff = excluded.by_staff, requested_at = excluded.requested_at, effective_at = excluded.effective_at
RETURNING effective_at;

-- name: DropArtistLink :exec
DELETE FROM artist_links WHERE artist_id = @artist_id;

-- name: DropArtistLinksTo :exec
-- Removes pending links to an account that is linked to an artist now.
DELETE FROM artist_links WHERE artist_id <> @artist_id AND lower(account) = lower(@account);

-- name: TakeDueArtistLinks :many
DELETE FROM artist_links WHERE effective_at <= now() RETURNING artist_id, account, by_staff;

-- name: EndLinksTo :exec
UPDATE artists SET account = '', edited = false
WHERE id <> @artist_id AND account <> '' AND (lower(account) = lower(@account) OR account_id = lower(@account));

-- name: ApplyArtistLink :exec
UPDATE artists SET account = @account, edited = @by_staff WHERE id = @artist_id;
