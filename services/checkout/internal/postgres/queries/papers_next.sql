INSERT INTO paper_counters (series, year, last) VALUES ($1, $2, 1)
ON CONFLICT (series, year) DO UPDATE SET last = paper_counters.last + 1
RETURNING last
