SELECT c.id, c.slug, c.name, c.role, c.bio, c.portrait
FROM curators c
WHERE c.published AND ($1::bigint[] IS NULL OR c.id = ANY ($1))
ORDER BY c.sort_key, c.id
