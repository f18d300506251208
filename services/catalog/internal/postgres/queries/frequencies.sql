-- How many public works of the same artist share each attribute of the works $1.
SELECT w.id, t.at ->> 'name', t.at ->> 'value', count(*)
FROM artworks w
CROSS JOIN LATERAL jsonb_array_elements(w.attributes) AS t (at)
JOIN artworks o ON o.artist_id = w.artist_id AND o.published AND o.visible_from <= $2 AND o.attributes @> jsonb_build_array(t.at)
WHERE w.id = ANY ($1::bigint[])
GROUP BY 1, 2, 3
