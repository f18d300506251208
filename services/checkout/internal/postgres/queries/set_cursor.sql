INSERT INTO chain_cursors (chain_id, height) VALUES ($1, $2)
ON CONFLICT (chain_id) DO UPDATE SET height = greatest(chain_cursors.height, excluded.height), at = now()
