-- Another artist that the account is linked to already, by its id or by its email address.
SELECT id, name FROM artists
WHERE published AND id <> $1 AND account <> '' AND (lower(account) IN (lower($2), lower($3)) OR account_id = lower($2))
ORDER BY id
LIMIT 1
