-- Last in every change, because it makes the changes of one artwork wait for each other.
UPDATE artworks SET version = version + 1, held = held + $2, sold = sold + $3
WHERE artwork_id = $1
RETURNING version, held, sold
