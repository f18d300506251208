-- name: RequestEditionFilm :execrows
-- Only editions of works that were proven to be deterministic have films.
INSERT INTO edition_films (token_id, artwork_id, number, requested_at)
SELECT @token_id::bigint, w.id, @number::int, @requested_at::timestamptz FROM artworks w
WHERE w.id = @artwork_id AND @number::int <= w.edition_size AND w.media @> '[{"deterministic": true}]'
ON CONFLICT DO NOTHING;

-- name: LacksEditionFilm :one
SELECT EXISTS (SELECT FROM edition_films f WHERE f.token_id = @token_id AND (f.page, f.recipe) IS DISTINCT FROM (@page::text, @recipe::jsonb));

-- name: SetEditionFilm :execrows
UPDATE edition_films SET page = @page, recipe = @recipe, url = @url, width = @width, height = @height, bytes = @bytes, milliseconds = @milliseconds, failed_at = NULL
WHERE token_id = @token_id;

-- name: FailEditionFilm :exec
UPDATE edition_films SET failed_at = @failed_at WHERE token_id = @token_id;

-- name: LackingEditionFilms :many
-- Editions of public works without a film of their current page and recipe, except those that failed after a time.
SELECT f.artwork_id, f.number FROM edition_films f JOIN artworks w ON w.id = f.artwork_id
WHERE w.published AND w.visible_from <= @now AND (f.failed_at IS NULL OR f.failed_at <= @failed_before)
  AND EXISTS (
    SELECT FROM jsonb_array_elements(w.media) m
    WHERE m @> '{"deterministic": true}' AND m->>'page' <> '' AND (f.page, f.recipe) IS DISTINCT FROM (m->>'page', m->'recipe'))
ORDER BY f.requested_at LIMIT sqlc.arg('limit');

-- name: EditionFilms :many
-- Films of editions of public works, of their current page and recipe.
SELECT f.token_id, f.url::text AS url, f.width::int AS width, f.height::int AS height, f.bytes::int AS bytes, f.milliseconds::int AS milliseconds
FROM edition_films f JOIN artworks w ON w.id = f.artwork_id
WHERE f.token_id = ANY (@token_ids::bigint[]) AND f.url IS NOT NULL AND w.published AND w.visible_from <= @now
  AND EXISTS (SELECT FROM jsonb_array_elements(w.media) m WHERE (f.page, f.recipe) IS NOT DISTINCT FROM (m->>'page', m->'recipe'));
