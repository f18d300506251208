-- An artist whose link by email address was found to lead to the account with the id $1.
SELECT id, name, account FROM artists WHERE published AND NOT edited AND id <> $2 AND account_id = lower($1) AND lower(account) <> lower($1)
