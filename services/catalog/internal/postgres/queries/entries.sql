-- name: Entries :many
-- A page of entries of a kind, published or not, with the total number. An empty search or status matches all. The epoch means no time.
SELECT e.id, e.slug, e.title, e.label, e.status, e.published_at, e.edited, count(*) OVER () AS total
FROM (
    SELECT 'artwork'::text AS kind, w.id, w.slug, w.title, w.artist_name AS label, w.title_key || ' ' || w.artist_key AS key, w.published_at, w.edited,
           CASE WHEN NOT w.published THEN 'DRAFT' WHEN w.visible_from > @now::timestamptz THEN 'SCHEDULED' ELSE 'PUBLISHED' END AS status
    FROM artworks w
    UNION ALL
    SELECT 'post', p.id, p.slug, p.title, coalesce(c.name, p.category), search_words(p.title), p.published_at, p.edited,
           CASE WHEN NOT p.published THEN 'DRAFT' WHEN p.published_at > @now::timestamptz THEN 'SCHEDULED' ELSE 'PUBLISHED' END
    FROM posts p LEFT JOIN post_categories c ON c.slug = p.category
    UNION ALL
    SELECT 'drop', d.id, d.slug, d.title, coalesce(c.name, ''), d.sort_key, d.starts_at, d.edited, CASE WHEN d.published THEN 'PUBLISHED' ELSE 'DRAFT' END
    FROM drops d LEFT JOIN curators c ON c.id = d.curator_id
    UNION ALL
    SELECT 'artist', a.id, a.slug, a.name, a.place, a.name_key, 'epoch', a.texts_edited OR a.portrait_edited,
           CASE WHEN a.published THEN 'PUBLISHED' ELSE 'DRAFT' END
    FROM artists a
    UNION ALL
    SELECT 'curator', c.id, c.slug, c.name, c.role, c.sort_key, 'epoch', c.edited, CASE WHEN c.published THEN 'PUBLISHED' ELSE 'DRAFT' END
    FROM curators c
    UNION ALL
    SELECT 'page', p.id, p.slug, p.title, p.slug, search_words(p.title), p.updated_at, p.edited, CASE WHEN p.published THEN 'PUBLISHED' ELSE 'DRAFT' END
    FROM pages p
) e
WHERE e.kind = @kind::text
  AND (@id::bigint = 0 OR e.id = @id::bigint)
  AND (@status::text = '' OR e.status = @status::text)
  AND (@search::text = '' OR e.id::text = @search::text OR strpos(lowered(e.title), lowered(@search::text)) > 0 OR strpos(lowered(e.label), lowered(@search::text)) > 0
       OR @search_key::text <> '' AND strpos(e.key, @search_key::text) > 0)
ORDER BY e.id DESC
LIMIT @max_rows::int OFFSET @skip::int;

-- name: EntryPicture :one
-- The portrait of an artist or a curator, or the cover of a drop, published or not.
SELECT portrait FROM artists WHERE @kind::text = 'artist' AND artists.id = @id
UNION ALL SELECT portrait FROM curators WHERE @kind::text = 'curator' AND curators.id = @id
UNION ALL SELECT cover FROM drops WHERE @kind::text = 'drop' AND drops.id = @id;

-- name: AllCategories :many
-- Categories of artworks, whether any artwork has them or not.
SELECT slug, name FROM categories ORDER BY name COLLATE "und-x-icu", slug;

-- name: ContentChanges :many
-- A page of the changes of an entry's fields, newest first, with the total number.
SELECT id, at, email, action, before, after, count(*) OVER () AS total
FROM content_changes
WHERE kind = @kind AND entry_id = @entry_id AND action <> 'link'
ORDER BY id DESC
LIMIT @max_rows::int OFFSET @skip::int;
