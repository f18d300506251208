package postgres

import (
	"context"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
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

// Related implements graph.Works.
func (s *Store) Related(ctx context.Context, id int64, first int, fields search.Fields, now time.Time) ([]artwork.Artwork, error) {
	return s.works(ctx, s.pool, fields, fmt.Sprintf(relatedSQL, columns(fields)), id, now, first)
}

const collectedSQL = `SELECT %s
FROM artworks w
WHERE w.collected_at IS NOT NULL AND w.published AND w.visible_from <= $1
ORDER BY w.collected_at DESC, w.id
LIMIT $2`

// Collected implements graph.Works.
func (s *Store) Collected(ctx context.Context, first int, fields search.Fields, now time.Time) ([]artwork.Artwork, error) {
	return s.works(ctx, s.pool, fields, fmt.Sprintf(collectedSQL, columns(fields)), now, first)
}
