-- Where a unit could not be withheld yet, the list is kept unknown, so that the next look tries again.
UPDATE artworks a SET
    size = $2,
    units = (SELECT count(*) FROM edition_units u WHERE u.artwork_id = $1),
    withheld = CASE WHEN EXISTS (
        SELECT FROM edition_units u
        WHERE u.artwork_id = $1 AND u.status = 'free' AND (u.n > $2::integer OR u.n = ANY($3::integer[]))
    ) THEN '{-1}'::integer[] ELSE $3::integer[] END
WHERE artwork_id = $1
