-- How many artworks and artists source $1 has published, and how many of them are neither among the artworks $2 nor the artists $3.
SELECT sum(published)::int, sum(removed)::int
FROM (
    SELECT count(*) AS published, count(*) FILTER (WHERE id <> ALL ($2::bigint[])) AS removed FROM artworks WHERE source = $1 AND published
    UNION ALL
    SELECT count(*), count(*) FILTER (WHERE id <> ALL ($3::bigint[])) FROM artists WHERE source = $1 AND published
) counts
