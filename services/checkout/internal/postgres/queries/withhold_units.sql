-- A unit that is being taken right now is left alone: this change holds the artwork's row, which the other one wants last.
UPDATE edition_units SET status = 'withheld'
WHERE artwork_id = $1 AND n IN (
    SELECT n FROM edition_units
    WHERE artwork_id = $1 AND status = 'free' AND (n > $2::integer OR n = ANY($3::integer[]))
    FOR UPDATE SKIP LOCKED)
