SELECT a.id, a.slug, a.name, a.sort_name, a.bio, coalesce(a.born, 0), coalesce(a.died, 0), a.place, a.website, a.portrait, a.works
FROM artists a
WHERE a.id = ANY ($1::bigint[]) AND a.published
