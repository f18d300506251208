SELECT a.id, a.slug, a.name, a.sort_name, a.bio, coalesce(a.born, 0), coalesce(a.died, 0), a.place, a.website, a.portrait, a.works
FROM artists a
WHERE a.published AND ($2 = '' OR $1 <> '' AND (strpos(a.sort_key, $1) > 0 OR strpos(a.name_key, $1) > 0) OR strpos(lower(a.name), lower($2)) > 0)
ORDER BY %s
LIMIT $3 OFFSET $4
