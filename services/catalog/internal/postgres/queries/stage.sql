-- name: StageArtworks :exec
CREATE TEMPORARY TABLE staged (
    id bigint, slug text, title text, title_key text, artist_id bigint, category text, year int, medium text, description text,
    edition_size int, withheld int, price bigint, currency text, published_at timestamptz, source_url text, dated text, year_last int
) ON COMMIT DROP;
