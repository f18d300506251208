INSERT INTO counts AS c (artwork_id, version, held, sold) VALUES ($1, $2, $3, $4)
ON CONFLICT (artwork_id) DO UPDATE SET version = excluded.version, held = excluded.held, sold = excluded.sold
WHERE c.version < excluded.version
