INSERT INTO receipt_counters (year, last) VALUES ($1, 1)
ON CONFLICT (year) DO UPDATE SET last = receipt_counters.last + 1
RETURNING last
