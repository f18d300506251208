package read

import (
	"context"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// relatedSQL selects the works most similar to $1, at most $3. It ranks some of the newest works for each kind of similarity together, so that the cost
// doesn't grow with the gallery: the technique counts most, then each common colour, then the artist.
const relatedSQL = `WITH it AS (
    SELECT id, artist_id, technique, colors FROM artworks WHERE id = $1 AND published AND visible_from <= $2
), alike AS (
    (SELECT x.id FROM it, LATERAL (
        SELECT a.id FROM artworks a WHERE a.technique = it.technique AND it.technique <> '' AND a.published AND a.visible_from <= $2
        ORDER BY a.published_at DESC, a.id LIMIT 40) x)
    UNION
    (SELECT x.id FROM it, LATERAL (
        SELECT a.id FROM artworks a WHERE a.colors && it.colors AND a.colors <> '{}' AND it.colors <> '{}' AND a.published AND a.visible_from <= $2
        ORDER BY a.published_at DESC, a.id LIMIT 80) x)
    UNION
    (SELECT x.id FROM it, LATERAL (
        SELECT a.id FROM artworks a WHERE a.artist_id = it.artist_id AND a.published AND a.visible_from <= $2
        ORDER BY a.published_at DESC, a.id LIMIT 20) x)
)
SELECT %s
FROM alike, it, artworks w
WHERE w.id = alike.id AND w.id <> it.id
ORDER BY 4 * (w.technique = it.technique AND it.technique <> '')::int + 2 * (w.artist_id = it.artist_id)::int
         + (SELECT count(*) FROM unnest(w.colors) c WHERE c = ANY (it.colors)) DESC, w.published_at DESC, w.id
LIMIT $3`

// Related returns the artworks most similar to another one, the most similar first; none if that one isn't public.
func (r *Reader) Related(ctx context.Context, id int64, first int, f search.Fields, now time.Time) ([]*gen.Artwork, error) {
	works, err := r.works(ctx, r.Pool, f, now, fmt.Sprintf(relatedSQL, columns(f)), id, now, first)
	return r.enriched(ctx, works, err, f, now)
}

const collectedSQL = `SELECT %s
FROM artworks w
WHERE w.collected_at IS NOT NULL AND w.published AND w.visible_from <= $1
ORDER BY w.collected_at DESC, w.id
LIMIT $2`

// Collected returns artworks with a sold edition, the last sale first.
func (r *Reader) Collected(ctx context.Context, first int, f search.Fields, now time.Time) ([]*gen.Artwork, error) {
	works, err := r.works(ctx, r.Pool, f, now, fmt.Sprintf(collectedSQL, columns(f)), now, first)
	return r.enriched(ctx, works, err, f, now)
}

// othersOfSQL selects the newest works of several artists, each at most $4.
const othersOfSQL = `SELECT %s
FROM unnest($1::bigint[]) AS a (id)
CROSS JOIN LATERAL (
    SELECT *
    FROM artworks x
    WHERE x.artist_id = a.id AND x.published AND x.visible_from <= $2 AND x.id <> $3
    ORDER BY x.published_at DESC, x.id
    LIMIT $4
) w
ORDER BY w.artist_id, w.published_at DESC, w.id`

// OtherArtworks returns the newest artworks of each artist, at most first, without one of them.
func (r *Reader) OtherArtworks(ctx context.Context, artists []int64, except int64, first int, f search.Fields, now time.Time) (map[int64][]*gen.Artwork, error) {
	works, err := r.works(ctx, r.Pool, f, now, fmt.Sprintf(othersOfSQL, columns(f)), artists, now, except, first)
	if works, err = r.enriched(ctx, works, err, f, now); err != nil {
		return nil, err
	}
	out := make(map[int64][]*gen.Artwork, len(artists))
	for _, w := range works {
		out[w.Artist.Number] = append(out[w.Artist.Number], w)
	}
	return out, nil
}
