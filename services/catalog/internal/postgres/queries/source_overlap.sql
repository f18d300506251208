-- The source that has ids from $2 to $3 besides $1, or ''.
SELECT coalesce(max(name), '') FROM sources WHERE name <> $1 AND id_base <= $3 AND id_last >= $2
