INSERT INTO edition_units (artwork_id, n, status)
SELECT $1, n, CASE WHEN n = ANY($3::integer[]) THEN 'withheld' ELSE 'free' END FROM generate_series(1, $2::integer) n
ON CONFLICT DO NOTHING
