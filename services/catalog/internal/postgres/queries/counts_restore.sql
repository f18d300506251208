-- Counts that came before the work did.
UPDATE artworks w SET held = c.held, sold = c.sold FROM counts c
WHERE c.artwork_id = w.id AND w.source = $1 AND (w.held, w.sold) IS DISTINCT FROM (c.held, c.sold)
