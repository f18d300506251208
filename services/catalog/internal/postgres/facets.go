package postgres

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

const (
	// facetAges is the maximum age of the counts of colours and techniques, in multiples of COUNT_AGE: a minute by default. Unless a
	// periodic job counts them, they read every artwork.
	facetAges = 12
	// boundsAge is the maximum age of the limits of lists. A process that rebuilds the listing forgets them earlier.
	boundsAge = time.Minute
	// facetTimeout limits a count, which continues after its first caller has left.
	facetTimeout = 30 * time.Second
)

// facets caches counts over all artworks, so that a process reads them once a minute and not for each visitor.
type facets struct {
	age     time.Duration
	flights singleflight.Group
	mu      sync.Mutex
	known   map[string]facet
}

type facet struct {
	value any
	until time.Time
}

// remembered returns a cached result of find for a key, if it isn't older than age, or calls find. Callers must not change the result.
func remembered[T any](ctx context.Context, f *facets, key string, age time.Duration, find func(context.Context) (T, error)) (T, error) {
	var none T
	if age <= 0 {
		return find(ctx)
	}
	f.mu.Lock()
	got, ok := f.known[key]
	f.mu.Unlock()
	if ok && time.Now().Before(got.until) {
		return got.value.(T), nil
	}
	value, err, _ := f.flights.Do(key, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), facetTimeout)
		defer cancel()
		value, err := find(ctx)
		if err != nil {
			return none, err
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if f.known == nil {
			f.known = map[string]facet{}
		}
		f.known[key] = facet{value, time.Now().Add(age)}
		return value, nil
	})
	if err != nil {
		return none, err
	}
	return value.(T), nil
}

func (f *facets) forget() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.known = nil
}

// Colors implements graph.Facets.
func (s *Store) Colors(ctx context.Context, now time.Time) (map[artwork.Color]int, error) {
	return remembered(ctx, &s.facets, "colors", s.facets.age, func(ctx context.Context) (map[artwork.Color]int, error) {
		out := map[artwork.Color]int{}
		counted, ok, err := s.countedFacets(ctx, "color", len(artwork.Colors))
		if err != nil || ok {
			for _, r := range counted {
				out[artwork.Color(r.Key)] = r.Works
			}
			return out, err
		}
		rows, err := s.read().ColorCounts(ctx, now)
		for _, r := range rows {
			out[artwork.Color(r.Color)] = r.Works
		}
		return out, err
	})
}

// Techniques implements graph.Facets.
func (s *Store) Techniques(ctx context.Context, first int, now time.Time) ([]artwork.TechniqueCount, error) {
	return remembered(ctx, &s.facets, fmt.Sprint("techniques ", first), s.facets.age, func(ctx context.Context) ([]artwork.TechniqueCount, error) {
		counted, ok, err := s.countedFacets(ctx, "technique", first)
		if err != nil || ok {
			return converted(counted, err, func(r db.CountedFacetsRow) (artwork.TechniqueCount, error) {
				return artwork.TechniqueCount{Name: r.Name, Works: r.Works}, nil
			})
		}
		rows, err := s.read().Techniques(ctx, db.TechniquesParams{Now: now, MaxRows: first})
		return converted(rows, err, func(r db.TechniquesRow) (artwork.TechniqueCount, error) {
			return artwork.TechniqueCount{Name: r.Name, Works: r.Works}, nil
		})
	})
}

// countedFacets returns the result of CountFacets. It returns false in a small catalog, where colors and techniques are counted when they are
// read, and in a large one until the first count has ended.
func (s *Store) countedFacets(ctx context.Context, kind string, first int) (counted []db.CountedFacetsRow, ok bool, err error) {
	bounds, err := s.bounds(ctx)
	if err != nil || !bounds.large() {
		return nil, false, err
	}
	if ok, err := s.read().FacetsCounted(ctx); err != nil || !ok {
		return nil, false, err
	}
	counted, err = s.read().CountedFacets(ctx, db.CountedFacetsParams{Kind: kind, MaxRows: first})
	return counted, err == nil, err
}

// CountFacets counts colors and techniques of a large catalog, if something changed since the last count. It reads all artworks: 1 to 2 seconds
// for a million. Replicas don't count at the same time, nor the same version twice.
func (s *Store) CountFacets(ctx context.Context, now time.Time) error {
	bounds, err := s.bounds(ctx)
	if err != nil || !bounds.large() {
		return err
	}
	if due, err := s.read().FacetsDue(ctx); err != nil || !due {
		return err
	}
	return postgres.InTx(postgres.WithStatementTimeout(ctx, imports), s.pool, func(ctx context.Context) error {
		q := s.queries(ctx)
		claimed, err := q.ClaimFacets(ctx)
		if err != nil || claimed == 0 {
			return err
		}
		changed, err := q.CountFacets(ctx, now)
		if err != nil || changed == 0 {
			return err
		}
		return s.move(ctx) // cached responses show counts
	})
}
