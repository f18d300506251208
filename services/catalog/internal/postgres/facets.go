package postgres

import (
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

const (
	// facetAges is how many times as old as the total of a list the counts of colours and techniques may be: a minute by default. They read
	// every artwork.
	facetAges = 12
	// facetTimeout bounds a count, which continues after its first caller has left.
	facetTimeout = 30 * time.Second
)

// facets remembers counts over all artworks, so that a process reads them once a minute and not once for each visitor.
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

// remembered returns what find returned for a key a while ago, or calls it. Callers must not change the result.
func remembered[T any](ctx context.Context, f *facets, key string, find func(context.Context) (T, error)) (T, error) {
	var none T
	if f.age <= 0 {
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
		f.known[key] = facet{value, time.Now().Add(f.age)}
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
	return remembered(ctx, &s.facets, "colors", func(ctx context.Context) (map[artwork.Color]int, error) {
		rows, err := s.read().ColorCounts(ctx, now)
		if err != nil {
			return nil, err
		}
		out := make(map[artwork.Color]int, len(rows))
		for _, r := range rows {
			out[artwork.Color(r.Color)] = r.Works
		}
		return out, nil
	})
}

// Techniques implements graph.Facets.
func (s *Store) Techniques(ctx context.Context, first int, now time.Time) ([]artwork.TechniqueCount, error) {
	return remembered(ctx, &s.facets, fmt.Sprint("techniques ", first), func(ctx context.Context) ([]artwork.TechniqueCount, error) {
		rows, err := s.read().Techniques(ctx, db.TechniquesParams{Now: now, MaxRows: first})
		return converted(rows, err, func(r db.TechniquesRow) (artwork.TechniqueCount, error) {
			return artwork.TechniqueCount{Name: r.Name, Works: r.Works}, nil
		})
	})
}
