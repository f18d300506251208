-- name: DisableLockTimeout :exec
SET LOCAL lock_timeout = 0;

-- name: LockContent :exec
SELECT pg_advisory_xact_lock(@key::bigint);

-- name: ShareContent :exec
SELECT pg_advisory_xact_lock_shared(@key::bigint);

-- name: Due :one
-- Whether there is work to do: a scheduled time has passed since the last run, an artwork became public since the listing was
-- built, a new link of an artist takes effect, or the vocabulary of suggestions was never built. It reads a few rows of indexes, however
-- many artworks there are.
SELECT (EXISTS (
        SELECT FROM drops d JOIN drop_times s ON s.id = d.id, told
        WHERE d.published AND (s.starts_at > told.at AND s.starts_at <= @now::timestamptz OR s.ends_at > told.at AND s.ends_at <= @now::timestamptz))
    OR EXISTS (SELECT FROM posts, told WHERE published AND published_at > told.at AND published_at <= @now::timestamptz)
    OR EXISTS (SELECT FROM artworks WHERE published AND visible_from > (SELECT listed_at FROM told) AND visible_from <= @now::timestamptz)
    OR EXISTS (SELECT FROM artist_links WHERE effective_at <= now())
    OR NOT EXISTS (SELECT FROM words) AND EXISTS (SELECT FROM artworks WHERE published))::boolean;

-- name: Passed :many
-- Drops that began or ended, or whose sales did, and posts that became public, in a period.
SELECT DISTINCT 'drop'::text AS kind, d.id, d.slug FROM drops d JOIN drop_times s ON s.id = d.id
WHERE d.published AND (s.starts_at > @since::timestamptz AND s.starts_at <= @now::timestamptz OR s.ends_at > @since::timestamptz AND s.ends_at <= @now::timestamptz)
UNION ALL SELECT 'post', id, slug FROM posts WHERE published AND published_at > @since::timestamptz AND published_at <= @now::timestamptz;

-- name: MarkArtworksOfDrops :exec
UPDATE artworks SET version = nextval('artwork_versions') WHERE drop_id = ANY (@drops::bigint[]) AND published;

-- name: NextScheduled :one
-- When pages next change because time passes. A work is on sale during its drop.
SELECT t.at::timestamptz FROM (
    SELECT min(visible_from) AS at FROM artworks WHERE published AND visible_from > @now
    UNION ALL SELECT min(s.starts_at) FROM drops d JOIN drop_times s ON s.id = d.id WHERE d.published AND s.starts_at > @now
    UNION ALL SELECT min(s.ends_at) FROM drops d JOIN drop_times s ON s.id = d.id WHERE d.published AND s.ends_at > @now
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
-- Whether the listing has another number of works than are public, or its ranges another number than it. It counts them.
SELECT ((SELECT count(*) FROM artworks w WHERE w.published AND w.visible_from <= @now::timestamptz) <> t.works
      OR t.works <> (SELECT coalesce(sum(works), -1) FROM listing_ranges))::boolean
FROM (SELECT count(*) AS works FROM listed) t;

-- name: Large :one
-- Whether more than a number of artworks are public.
SELECT coalesce(sum(works) > @works::int, false)::boolean FROM listing_ranges;

-- name: SetListed :exec
UPDATE told SET listed_at = @now;

-- name: MarkAppeared :execrows
-- Artworks that became public because time passed: the listing does not have them yet.
UPDATE artworks w
SET version = nextval('artwork_versions')
WHERE w.published AND w.visible_from <= @now AND w.version <= @since AND NOT EXISTS (SELECT FROM listed l WHERE l.artwork_id = w.id);

-- name: Appeared :one
-- Whether an artwork, apart from one, became public because time passed. It reads an index.
SELECT EXISTS (
    SELECT FROM artworks WHERE published AND visible_from > (SELECT listed_at FROM told) AND visible_from <= @now::timestamptz AND id <> @work
)::boolean;

-- name: Unlist :exec
DELETE FROM listed l WHERE NOT EXISTS (SELECT FROM artworks w WHERE w.id = l.artwork_id AND w.published AND w.visible_from <= @now);

-- name: List :exec
INSERT INTO listed (artwork_id) SELECT id FROM artworks WHERE published AND visible_from <= @now ON CONFLICT DO NOTHING;

-- name: ClearRanges :exec
-- Not TRUNCATE, so that concurrent readers still see the rows.
DELETE FROM listing_ranges;

-- name: FillRanges :exec
WITH numbered AS (
    SELECT w.published_at, w.id, (row_number() OVER (ORDER BY w.published_at DESC, w.id) - 1) / 1000 AS range
    FROM artworks w
    WHERE w.published AND w.visible_from <= @now
), later AS (
    SELECT DISTINCT ON (range) published_at, id, count(*) OVER (PARTITION BY range) AS works
    FROM numbered
    WHERE range > 0
    ORDER BY range, published_at DESC, id
)
INSERT INTO listing_ranges (from_at, from_id, works)
SELECT 'infinity', 0, count(*) FROM numbered WHERE range = 0
UNION ALL SELECT published_at, id, works FROM later;

-- name: ListOne :one
-- Adds one artwork to the listing if it is public, and otherwise removes it. Returns whether (0 or 1) it was in the listing, and is now. A range takes as
-- many works as come.
WITH work AS (
    SELECT w.id, w.published_at, (w.published AND w.visible_from <= @now)::int AS listed, (SELECT count(*) FROM listed l WHERE l.artwork_id = w.id)::int AS was
    FROM artworks w
    WHERE w.id = @id
), added AS (
    INSERT INTO listed (artwork_id) SELECT id FROM work WHERE listed > was
), removed AS (
    DELETE FROM listed l USING work w WHERE l.artwork_id = w.id AND w.listed < w.was
), counted AS (
    UPDATE listing_ranges
    SET works = works + w.listed - w.was
    FROM work w
    WHERE w.listed <> w.was AND (from_at, from_id) = (
        SELECT r.from_at, r.from_id
        FROM listing_ranges r
        WHERE r.from_at > w.published_at OR r.from_at = w.published_at AND r.from_id <= w.id
        ORDER BY r.from_at, r.from_id DESC
        LIMIT 1
    )
)
SELECT listed, was FROM work;

-- name: AddToArtist :exec
-- Adds a number of public works, which may be negative, to an artist.
UPDATE artists a
SET works = works + @works::int,
    newest_at = (SELECT max(w.published_at) FROM artworks w WHERE w.artist_id = a.id AND w.published AND w.visible_from <= @now)
WHERE a.id = @id;

-- name: AddToCategory :exec
UPDATE categories SET works = works + @works::int WHERE slug = @slug;

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
VACUUM artworks, artists, listed;

-- name: VacuumAnalyze :exec
VACUUM (ANALYZE) artworks, artists, listed;

-- name: AllVisible :one
-- Whether (nearly) all of the listings' rows are marked as visible to all.
SELECT bool_and(relallvisible >= relpages * 9 / 10)::boolean
FROM pg_catalog.pg_class
WHERE oid = ANY (ARRAY['artworks'::regclass, 'artists'::regclass, 'listed'::regclass]);
