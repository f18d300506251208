UPDATE edition_units SET status = 'free'
WHERE artwork_id = $1 AND status = 'withheld' AND n <= $2::integer AND n <> ALL($3::integer[])
