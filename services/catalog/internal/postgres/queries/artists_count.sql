SELECT count(*) FROM artists a WHERE a.published AND ($2 = '' OR $1 <> '' AND (strpos(a.sort_key, $1) > 0 OR strpos(a.name_key, $1) > 0) OR strpos(lower(a.name), lower($2)) > 0)
