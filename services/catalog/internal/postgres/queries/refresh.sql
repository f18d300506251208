-- name: DisableLockTimeout :exec
SET LOCAL lock_timeout = 0;

-- name: LockContent :exec
SELECT pg_advisory_xact_lock(@key::bigint);

-- name: ShareContent :exec
SELECT pg_advisory_xact_lock_shared(@key::bigint);

-- name: Due :one
-- Whether there is work to do: a scheduled time has passed since the last run, an artwork became public since the numbered listing was
-- built, a new link of an artist takes effect, or the vocabulary of suggestions was never built. It reads a few rows of indexes, however
-- many artworks there are.
SELECT (EXISTS (SELECT FROM drops, told WHERE published AND (starts_at > told.at AND starts_at <= @now::timestamptz OR ends_at > told.at AND ends_at <= @now::timestamptz))
    OR EXISTS (SELECT FROM posts, told WHERE published AND published_at > told.at AND published_at <= @now::timestamptz)
    OR EXISTS (SELECT FROM artworks WHERE published AND visible_from > (SELECT listed_at FROM told) AND visible_from <= @now::timestamptz)
    OR EXISTS (SELECT FROM artist_links WHERE effective_at <= now())
    OR NOT EXISTS (SELECT FROM words) AND EXISTS (SELECT FROM artworks WHERE published))::boolean;

-- name: Passed :many
-- Drops that began or ended, and posts that became public, in a period.
SELECT 'drop'::text AS kind, id, slug FROM drops
WHERE published AND (starts_at > @since::timestamptz AND starts_at <= @now::timestamptz OR ends_at > @since::timestamptz AND ends_at <= @now::timestamptz)
UNION ALL SELECT 'post', id, slug FROM posts WHERE published AND published_at > @since::timestamptz AND published_at <= @now::timestamptz;

-- name: MarkArtworksOfDrops :exec
UPDATE artworks SET version = nextval('artwork_versions') WHERE drop_id = ANY (@drops::bigint[]) AND published;

-- name: NextScheduled :one
-- When pages next change because time passes. A work is on sale during its drop.
SELECT t.at::timestamptz FROM (
    SELECT min(visible_from) AS at FROM artworks WHERE published AND visible_from > @now
    UNION ALL SELECT min(starts_at) FROM drops WHERE published AND starts_at > @now
    UNION ALL SELECT min(ends_at) FROM drops WHERE published AND ends_at > @now
    UNION ALL SELECT min(published_at) FROM posts WHERE published AND published_at > @now
) t
WHERE t.at IS NOT NULL
ORDER BY t.at
LIMIT 1;

-- name: PublishedUntil :one
-- The time up to which events of scheduled changes were published.
SELECT at FROM told;

-- name: SetPublishedUntil :exec
-- Another replica may have set a later time.
UPDATE told SET at = @at WHERE at < @at;

-- name: Unlisted :one
-- How many more artworks are public than the numbered listing has, apart from one. It counts them.
SELECT ((SELECT count(*) FROM artworks w WHERE w.published AND w.visible_from <= @now::timestamptz AND w.id <> @work::bigint)
      - (SELECT count(*) FROM listing l WHERE l.artwork_id <> @work::bigint))::int;

-- name: Large :one
-- Whether more than a number of artworks are public.
SELECT EXISTS (SELECT FROM listing WHERE place > @works::int)::boolean;

-- name: SetListed :exec
UPDATE told SET listed_at = @now;

-- name: MarkAppeared :execrows
-- Artworks that became public because time passed: the numbered listing does not hold them yet.
UPDATE artworks w
SET version = nextval('artwork_versions')
WHERE w.published AND w.visible_from <= @now AND w.version <= @since AND NOT EXISTS (SELECT FROM listing l WHERE l.artwork_id = w.id);

-- name: ClearListing :exec
-- Not TRUNCATE, so that concurrent readers still see the rows.
DELETE FROM listing;

-- name: FillListing :exec
INSERT INTO listing (place, artwork_id)
SELECT row_number() OVER (ORDER BY w.published_at, w.id DESC), w.id
FROM artworks w
WHERE w.published AND w.visible_from <= @now;

-- name: Renumber :exec
-- Renumbers the works of the listing that were published at a time or later; older ones have the same places. It writes only places that hold another
-- artwork now. Not for a whole listing: its plan depends on statistics, which an import in the same transaction doesn't have.
WITH public AS (
    SELECT count(*) AS works FROM artworks w WHERE w.published AND w.visible_from <= @now
), wanted AS MATERIALIZED (
    SELECT p.works + 1 - row_number() OVER (ORDER BY w.published_at DESC, w.id) AS place, w.id
    FROM public p, artworks w
    WHERE w.published AND w.visible_from <= @now AND w.published_at >= @since
), moved AS (
    UPDATE listing l SET artwork_id = n.id FROM wanted n WHERE n.place = l.place AND n.id <> l.artwork_id
), removed AS (
    DELETE FROM listing l USING public p WHERE l.place > p.works
)
INSERT INTO listing (place, artwork_id)
SELECT n.place, n.id FROM wanted n WHERE NOT EXISTS (SELECT FROM listing l WHERE l.place = n.place);

-- name: CountWorksOfArtist :exec
UPDATE artists a
SET works = t.works, newest_at = t.newest_at
FROM (
    SELECT count(*) AS works, max(w.published_at) AS newest_at
    FROM artworks w
    WHERE w.artist_id = @id AND w.published AND w.visible_from <= @now
) t
WHERE a.id = @id AND (a.works, a.newest_at) IS DISTINCT FROM (t.works, t.newest_at);

-- name: CountWorksOfCategory :exec
UPDATE categories c
SET works = t.works
FROM (SELECT count(*) AS works FROM artworks w WHERE w.category = @slug AND w.published AND w.visible_from <= @now) t
WHERE c.slug = @slug AND c.works <> t.works;

-- name: CountWorksOfArtists :exec
UPDATE artists a
SET works = t.works, newest_at = t.newest_at
FROM (
    SELECT b.id, count(w.id) AS works, max(w.published_at) AS newest_at
    FROM artists b
    LEFT JOIN artworks w ON w.artist_id = b.id AND w.published AND w.visible_from <= @now
    GROUP BY b.id
) t
WHERE t.id = a.id AND (a.works, a.newest_at) IS DISTINCT FROM (t.works, t.newest_at);

-- name: CountWorksOfCategories :exec
UPDATE categories c
SET works = t.works
FROM (
    SELECT k.slug, count(w.id) AS works
    FROM categories k
    LEFT JOIN artworks w ON w.category = k.slug AND w.published AND w.visible_from <= @now
    GROUP BY k.slug
) t
WHERE t.slug = c.slug AND c.works <> t.works;

-- name: VacuumStatementTimeout :exec
SET statement_timeout = '10min';

-- name: VacuumLockTimeout :exec
SET lock_timeout = '1min';

-- name: ResetStatementTimeout :exec
RESET statement_timeout;

-- name: ResetLockTimeout :exec
RESET lock_timeout;

-- name: Vacuum :exec
VACUUM artworks, artists, listing;

-- name: VacuumAnalyze :exec
VACUUM (ANALYZE) artworks, artists, listing;

-- name: AllVisible :one
-- Whether (nearly) all of the listings' rows are marked as visible to all.
SELECT bool_and(relallvisible >= relpages * 9 / 10)::boolean
FROM pg_catalog.pg_class
WHERE oid = ANY (ARRAY['artworks'::regclass, 'artists'::regclass, 'listing'::regclass]);
