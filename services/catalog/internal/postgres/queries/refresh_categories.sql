UPDATE categories c
SET works = t.works
FROM (
    SELECT c.slug, count(w.id) AS works
    FROM categories c
    LEFT JOIN artworks w ON w.category = c.slug AND w.published AND w.visible_from <= $1
    GROUP BY c.slug
) t
WHERE t.slug = c.slug AND c.works <> t.works
