-- The lowest free edition that nobody else is taking at this moment, and that moment.
UPDATE edition_units SET status = 'held', checkout_id = $2
WHERE (artwork_id, n) = (
    SELECT artwork_id, n FROM edition_units
    WHERE artwork_id = $1 AND status = 'free'
    ORDER BY n LIMIT 1
    FOR UPDATE SKIP LOCKED)
RETURNING n, coalesce($3::timestamptz, clock_timestamp())
