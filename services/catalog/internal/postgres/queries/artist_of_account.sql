SELECT id, name, account_id
FROM artists
WHERE published AND account <> '' AND lower(account) IN (lower($1), lower($2))
ORDER BY id
LIMIT 2
