-- name: ArtistsByID :many
SELECT a.id, a.slug, a.name, a.sort_name, a.bio, coalesce(a.born, 0) AS born, coalesce(a.died, 0) AS died, a.place, a.website, a.portrait, a.works
FROM artists a
WHERE a.id = ANY (@ids::bigint[]) AND (a.published OR @drafts::boolean);

-- name: Drops :many
-- Drops with the totals of their public artworks. NULL ids or statuses, an empty search and curator 0 match all; NULL max_rows returns all.
SELECT d.id, d.slug, d.title, d.summary, d.body, d.starts_at, d.ends_at, coalesce(d.curator_id, 0) AS curator_id, d.cover,
       s.starts_at AS sale_starts_at, s.ends_at AS sale_ends_at, t.works, t.editions, t.sold
FROM drops d
JOIN drop_sales s ON s.id = d.id
CROSS JOIN LATERAL (
    SELECT count(*) AS works, coalesce(sum(w.edition_size), 0)::bigint AS editions, coalesce(sum(w.sold), 0)::bigint AS sold
    FROM artworks w
    WHERE w.drop_id = d.id AND w.published AND w.visible_from <= @now
) t
WHERE (d.published OR @drafts::boolean)
  AND (sqlc.narg(ids)::bigint[] IS NULL OR d.id = ANY (sqlc.narg(ids)::bigint[]))
  AND (@search::text = '' OR @search_key::text <> '' AND strpos(d.sort_key, @search_key::text) > 0 OR strpos(lowered(d.summary), lowered(@search::text)) > 0)
  AND (sqlc.narg(statuses)::text[] IS NULL
       OR sale_status(s.starts_at, s.ends_at, @now) = ANY (sqlc.narg(statuses)::text[]))
  AND (@curator::bigint = 0 OR d.curator_id = @curator::bigint)
ORDER BY CASE WHEN @sort::text = 'TITLE' THEN d.sort_key COLLATE "und-x-icu" END,
         CASE WHEN @sort::text = 'OLDEST' THEN s.starts_at END,
         CASE WHEN @sort::text = 'OPEN_FIRST' THEN array_position(ARRAY['LIVE', 'UPCOMING', 'ENDED'], sale_status(s.starts_at, s.ends_at, @now)) END,
         CASE WHEN @sort::text = 'OPEN_FIRST' AND @now < s.starts_at THEN s.starts_at END,
         CASE WHEN @sort::text <> 'TITLE' THEN s.starts_at END DESC, d.id
LIMIT sqlc.narg(max_rows)::int OFFSET @skip::int;

-- name: CountDrops :one
SELECT count(*)
FROM drops d
JOIN drop_sales s ON s.id = d.id
WHERE d.published
  AND (@search::text = '' OR @search_key::text <> '' AND strpos(d.sort_key, @search_key::text) > 0 OR strpos(lowered(d.summary), lowered(@search::text)) > 0)
  AND (sqlc.narg(statuses)::text[] IS NULL
       OR sale_status(s.starts_at, s.ends_at, @now::timestamptz) = ANY (sqlc.narg(statuses)::text[]))
  AND (@curator::bigint = 0 OR d.curator_id = @curator::bigint);

-- name: ArtistChoices :many
SELECT id, name FROM artists ORDER BY sort_key, id LIMIT 1000;

-- name: DropChoices :many
-- By the drops' own windows: staff add works, and then phases, to a drop whose last phase is over.
SELECT id, title FROM drops WHERE ends_at IS NULL OR ends_at > @now::timestamptz ORDER BY starts_at DESC, id;

-- name: Curators :many
-- NULL ids returns all.
SELECT c.id, c.slug, c.name, c.role, c.bio, c.portrait
FROM curators c
WHERE (c.published OR @drafts::boolean) AND (sqlc.narg(ids)::bigint[] IS NULL OR c.id = ANY (sqlc.narg(ids)::bigint[]))
ORDER BY c.sort_key COLLATE "und-x-icu", c.id;

-- name: Posts :many
-- Id 0 matches all.
SELECT p.id, p.slug, p.title, p.category, coalesce(c.name, p.category)::text AS category_name, p.summary, p.body, p.author, p.cover, p.published_at
FROM posts p
LEFT JOIN post_categories c ON c.slug = p.category
WHERE p.published AND p.published_at <= @now
  AND (@id::bigint = 0 OR p.id = @id::bigint)
  AND (@title::text = '' OR strpos(lowered(p.title), lowered(@title::text)) > 0
       OR search_words(@title::text) <> '' AND strpos(search_words(p.title), search_words(@title::text)) > 0)
  AND (@category::text = '' OR p.category = @category::text)
  AND (sqlc.narg(first_day)::timestamptz IS NULL OR p.published_at >= sqlc.narg(first_day)::timestamptz)
  AND (sqlc.narg(last_day)::timestamptz IS NULL OR p.published_at <= sqlc.narg(last_day)::timestamptz)
ORDER BY p.published_at DESC, p.id
LIMIT @max_rows::int OFFSET @skip::int;

-- name: CountPosts :one
SELECT count(*)
FROM posts p
WHERE p.published AND p.published_at <= @now
  AND (@title::text = '' OR strpos(lowered(p.title), lowered(@title::text)) > 0
       OR search_words(@title::text) <> '' AND strpos(search_words(p.title), search_words(@title::text)) > 0)
  AND (@category::text = '' OR p.category = @category::text)
  AND (sqlc.narg(first_day)::timestamptz IS NULL OR p.published_at >= sqlc.narg(first_day)::timestamptz)
  AND (sqlc.narg(last_day)::timestamptz IS NULL OR p.published_at <= sqlc.narg(last_day)::timestamptz);

-- name: Page :one
SELECT slug, title, body, version, updated_at FROM pages WHERE slug = @slug AND (published OR @drafts::boolean);

-- name: PostCategories :many
SELECT slug, name FROM post_categories ORDER BY position;

-- name: Categories :many
SELECT slug, name, works FROM categories WHERE works > 0 ORDER BY name COLLATE "und-x-icu", slug;

-- name: CountedFacets :many
-- The most frequent colors or techniques, as of the last run of the periodic job. Reads max_rows rows.
SELECT key, name, works FROM facets WHERE kind = @kind ORDER BY works DESC, key LIMIT @max_rows::int;

-- name: FacetsCounted :one
-- Whether facets were ever counted.
SELECT version > 0 FROM facets_counted;

-- name: FacetsDue :one
-- Whether content changed since facets were counted.
SELECT (SELECT version FROM facets_counted) <> (SELECT version FROM content_version);

-- name: ClaimFacets :execrows
-- Claims the count for the current version until the transaction ends. Changes nothing if another replica has counted it.
UPDATE facets_counted SET version = c.version FROM content_version c WHERE facets_counted.version <> c.version;

-- name: CountFacets :execrows
-- Counts colors and techniques, which reads all public artworks. Returns how many counts changed.
WITH technique AS (
    SELECT t.technique, t.name, sum(t.works) OVER (PARTITION BY t.technique) AS works, row_number() OVER (PARTITION BY t.technique ORDER BY t.works DESC, t.name) AS n
    FROM (
        SELECT w.technique, btrim(split_part(w.medium, ',', 1)) AS name, count(*) AS works
        FROM artworks w
        WHERE w.published AND w.visible_from <= @now::timestamptz AND w.technique <> ''
        GROUP BY 1, 2
    ) t
), counted AS (
    SELECT 'technique' AS kind, technique AS key, name, works::int FROM technique WHERE n = 1
    UNION ALL
    SELECT 'color', c, c, count(*)::int
    FROM artworks w, unnest(w.colors) AS c
    WHERE w.published AND w.visible_from <= @now::timestamptz AND w.colors <> '{}'
    GROUP BY c
), gone AS (
    DELETE FROM facets f WHERE NOT EXISTS (SELECT FROM counted c WHERE c.kind = f.kind AND c.key = f.key) RETURNING 1
), put AS (
    INSERT INTO facets AS f (kind, key, name, works)
    SELECT kind, key, name, works FROM counted
    ON CONFLICT (kind, key) DO UPDATE SET name = excluded.name, works = excluded.works WHERE (f.name, f.works) <> (excluded.name, excluded.works)
    RETURNING 1
)
SELECT FROM gone UNION ALL SELECT FROM put;

-- name: ColorCounts :many
-- Array elements are counted from the table, because there are only a dozen families.
SELECT c::text AS color, count(*)::int AS works
FROM artworks w, unnest(w.colors) AS c
WHERE w.published AND w.visible_from <= @now
GROUP BY c;

-- name: Techniques :many
-- In the most common spelling.
SELECT (mode() WITHIN GROUP (ORDER BY btrim(split_part(w.medium, ',', 1))))::text AS name, count(*)::int AS works
FROM artworks w
WHERE w.published AND w.visible_from <= @now AND w.technique <> ''
GROUP BY w.technique
ORDER BY works DESC, w.technique
LIMIT @max_rows::int;
