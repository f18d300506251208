UPDATE artworks SET held = $2, sold = $3 WHERE id = $1 AND (held, sold) IS DISTINCT FROM ($2, $3)
RETURNING coalesce(drop_id, 0), edition_size, withheld
