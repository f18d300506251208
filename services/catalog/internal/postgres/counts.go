package postgres

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/singleflight"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

// maxCounts is the size of the cache, which is cleared when it is full.
const maxCounts = 2000

// countCache caches the number of results of filters. A total costs a third of a list and rarely changes.
type countCache struct {
	age     time.Duration
	flights singleflight.Group
	mu      sync.Mutex
	counts  map[string]counted
	version int64 // of the content; counts of older versions are not cached
}

type counted struct {
	total search.Total
	at    time.Time
}

func newCountCache(age time.Duration) *countCache {
	return &countCache{age: age, counts: map[string]counted{}}
}

// number is get for lists whose totals are never capped.
func (c *countCache) number(ctx context.Context, key string, count func(context.Context) (int, error)) (int, error) {
	total, err := c.get(ctx, key, func(ctx context.Context) (search.Total, error) {
		n, err := count(ctx)
		return search.Total{Count: n}, err
	})
	return total.Count, err
}

func (c *countCache) get(ctx context.Context, key string, count func(context.Context) (search.Total, error)) (search.Total, error) {
	if c.age <= 0 {
		return count(ctx)
	}
	if total, ok := c.known(key); ok {
		return total, nil
	}
	// Several callers may share one count, so it must not end when the first caller leaves.
	version := c.current()
	total, err, _ := c.flights.Do(fmt.Sprint(version, " ", key), func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		total, err := count(ctx)
		if err != nil {
			return nil, err
		}
		c.keep(key, total, version)
		return total, nil
	})
	if err != nil {
		return search.Total{}, err
	}
	return total.(search.Total), nil
}

// known returns a cached count that is young enough.
func (c *countCache) known(key string) (search.Total, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	got, ok := c.counts[key]
	return got.total, ok && time.Since(got.at) < c.age
}

// keep caches a count that was started at a version of the content.
func (c *countCache) keep(key string, total search.Total, version int64) {
	if c.age <= 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if version != c.version {
		return
	}
	if len(c.counts) >= maxCounts {
		clear(c.counts)
	}
	c.counts[key] = counted{total, time.Now()}
}

func (c *countCache) current() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.version
}

// at removes the counts of older versions of the content.
func (c *countCache) at(version int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if version > c.version {
		c.version = version
		clear(c.counts)
	}
}

func (c *countCache) forget() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.counts)
}

// SetCounts implements events.Counter.
func (s *Store) SetCounts(ctx context.Context, c artwork.Counts) error {
	return postgres.InTx(ctx, s.pool, func(ctx context.Context) error {
		rows, err := s.queries(ctx).PutCounts(ctx, db.PutCountsParams{ArtworkID: c.Artwork, Version: c.Version, Held: c.Held, Sold: c.Sold})
		if err != nil || rows == 0 {
			return err
		}
		e := artwork.AvailabilityChanged{Counts: c}
		found, err := s.copyCounts(ctx, &e)
		if err == nil && !found {
			// A work that a running import adds isn't visible yet, and the import doesn't see these counts.
			if err = s.awaitContent(ctx); err == nil {
				found, err = s.copyCounts(ctx, &e)
			}
		}
		if err != nil || !found {
			return err
		}
		if err := s.publisher.Publish(ctx, e); err != nil {
			return err
		}
		return s.move(ctx)
	})
}

// copyCounts copies counts to their work and completes the event. It returns false if there is no such work, or nothing changed.
func (s *Store) copyCounts(ctx context.Context, e *artwork.AvailabilityChanged) (found bool, err error) {
	row, err := s.queries(ctx).CopyCounts(ctx, db.CopyCountsParams{ID: e.Artwork, Held: e.Held, Sold: e.Sold})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	e.DropID, e.Size, e.Withheld = row.DropID, row.EditionSize, row.Withheld
	return err == nil, err
}
