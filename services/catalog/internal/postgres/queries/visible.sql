-- Whether (nearly) all of the listings' rows are marked as visible to all.
SELECT bool_and(relallvisible >= relpages * 9 / 10)
FROM pg_class
WHERE oid = ANY ('{artworks,artists,newest}'::regclass[])
