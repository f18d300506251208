-- What source $1 was imported with last; '' and $2 where it is new.
SELECT coalesce(max(digest), ''), coalesce(max(id_base), $2) FROM sources WHERE name = $1
