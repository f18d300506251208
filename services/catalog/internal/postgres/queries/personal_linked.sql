-- What the content folder says of an account or mail address, in words: an import would write it again.
SELECT 'the content folder links artist ' || id || ' (' || slug || '): take account out of its file and import it'
FROM artists WHERE published AND NOT edited AND account <> '' AND lower($1::text) IN (lower(account), account_id)
UNION ALL
SELECT 'the content folder links curator ' || id || ' (' || slug || '): take account out of its file and import it'
FROM curators WHERE published AND account <> '' AND lower(account) = lower($1)
