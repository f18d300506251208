-- take_unit.sql without skipping: a free edition may be locked by a change of the checkout that held it before. Who waits here finds
-- it free afterwards, or taken.
UPDATE edition_units SET status = 'held', checkout_id = $2
WHERE (artwork_id, n) = (
    SELECT artwork_id, n FROM edition_units
    WHERE artwork_id = $1 AND status = 'free'
    ORDER BY n LIMIT 1
    FOR UPDATE)
RETURNING n, coalesce($3::timestamptz, clock_timestamp())
