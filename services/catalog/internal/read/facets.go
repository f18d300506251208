package read

import (
	"context"
	"fmt"
	"time"

	"github.com/vitrine/vitrine/services/catalog/internal/cache"
	"github.com/vitrine/vitrine/services/catalog/internal/color"
	"github.com/vitrine/vitrine/services/catalog/internal/graph/gen"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// Colors returns the families of colours that artworks have, in display order.
func (r *Reader) Colors(ctx context.Context, now time.Time) ([]*gen.ColorCount, error) {
	return cache.Find(ctx, r.Cache, cache.Always("colors"), facetAges*r.CountAge, facetTimeout, func(ctx context.Context) ([]*gen.ColorCount, error) {
		works := map[color.Family]int{}
		counted, ok, err := r.countedFacets(ctx, "color", len(color.Families))
		for _, c := range counted {
			works[color.Family(c.Key)] = c.Works
		}
		if err == nil && !ok {
			var rows []db.ColorCountsRow
			rows, err = r.queries().ColorCounts(ctx, now)
			for _, c := range rows {
				works[color.Family(c.Color)] = c.Works
			}
		}
		out := []*gen.ColorCount{}
		for _, c := range color.Families {
			if works[c] > 0 {
				out = append(out, &gen.ColorCount{Color: gen.ColorFamily(c), ArtworkCount: works[c]})
			}
		}
		return out, err
	})
}

// Techniques returns the most frequent techniques, at most first.
func (r *Reader) Techniques(ctx context.Context, first int, now time.Time) ([]*gen.Technique, error) {
	key := cache.Always(fmt.Sprint("techniques ", first))
	return cache.Find(ctx, r.Cache, key, facetAges*r.CountAge, facetTimeout, func(ctx context.Context) ([]*gen.Technique, error) {
		counted, ok, err := r.countedFacets(ctx, "technique", first)
		if err != nil || ok {
			return converted(counted, err, func(t *db.CountedFacetsRow) (*gen.Technique, error) {
				return &gen.Technique{Name: t.Name, ArtworkCount: t.Works}, nil
			})
		}
		rows, err := r.queries().Techniques(ctx, db.TechniquesParams{Now: now, MaxRows: first})
		return converted(rows, err, func(t *db.TechniquesRow) (*gen.Technique, error) {
			return &gen.Technique{Name: t.Name, ArtworkCount: t.Works}, nil
		})
	})
}

// countedFacets returns the counts of the periodic job. It returns false in a small catalog, where colors and techniques are counted when they are
// read, and in a large one until the first count has ended.
func (r *Reader) countedFacets(ctx context.Context, kind string, first int) (counted []db.CountedFacetsRow, ok bool, err error) {
	bounds, err := r.bounds(ctx)
	if err != nil || !bounds.large() {
		return nil, false, err
	}
	if ok, err := r.queries().FacetsCounted(ctx); err != nil || !ok {
		return nil, false, err
	}
	counted, err = r.queries().CountedFacets(ctx, db.CountedFacetsParams{Kind: kind, MaxRows: first})
	return counted, err == nil, err
}
