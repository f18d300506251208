SELECT a.id, a.name
FROM artists a
WHERE a.published AND a.account <> '' AND lower(a.account) = ANY (ARRAY[lower($1), lower($2)])
ORDER BY a.id
LIMIT 1
