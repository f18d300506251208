// Package read goes from rows straight to the messages that callers see: the models of the data API, and messages of the RPCs for other services.
// It decides nothing. What a request may contain is in package search, what a work's sale is at a time in package artwork, who may read what in
// package graph. Commands and their transactions are in package postgres.
//
// Everything is safe for concurrent use. Errors other than artwork.ErrNotFound are temporary.
package read

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/artwork"
	"github.com/vitrine/vitrine/services/catalog/internal/cache"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

const (
	// looseBudget is the default of Reader.LooseBudget.
	looseBudget = 500 * time.Millisecond
	// countTimeout limits the count of a list, which continues after its first caller has left.
	countTimeout = 5 * time.Second
	// facetTimeout limits a count of facets.
	facetTimeout = 30 * time.Second
	// facetAges is the maximum age of the counts of colours and techniques, in multiples of COUNT_AGE: a minute by default. Unless a
	// periodic job counts them, they read every artwork.
	facetAges = 12
	// boundsAge is the maximum age of the limits of lists. A process that rebuilds the listing forgets them earlier.
	boundsAge = time.Minute
	// vocabularyAge is how long lookups of words are remembered. For that time, a search misses the words of new artworks.
	vocabularyAge = 30 * time.Second
)

// Reader reads what callers see. Create it with New.
type Reader struct {
	Options

	// MaxExact and MaxCounted are the constants of package search unless a test lowers them before the first call.
	MaxExact, MaxCounted int
	// LooseBudget limits the server's time for a loosened search. A search that takes longer finds nothing.
	LooseBudget time.Duration
}

// Options are the dependencies and settings of a reader.
type Options struct {
	// Pool prepares statements and lets the server reuse their plans. Lists plans each statement for its values, because
	// categories differ a lot in size: a plan that suits all of them sorts the whole table for a small one.
	Pool, Lists *pgxpool.Pool
	Cache       *cache.Cache
	CountAge    time.Duration // how old the total of a list may be; 0 counts every time
	Chain       int           // of works without one
	// SignPlayback returns the address of a film that isn't public, for players.
	SignPlayback func(place string) string
	// Proves reports whether this deployment proves the live works of drafts.
	Proves func() bool
}

// New returns a reader.
func New(o Options) *Reader {
	return &Reader{Options: o, MaxExact: search.MaxExact, MaxCounted: search.MaxCounted, LooseBudget: looseBudget}
}

// OpenLists opens the pool for list queries on the same database.
func OpenLists(ctx context.Context, databaseURL string) (*pgxpool.Pool, error) {
	// Compiling a statement takes longer than running it. A search that stops early must find the same works for each of its pages, so
	// synchronized scans and parallel workers are off. Page costs assume that the catalog is in memory: the defaults make Postgres read all works
	// that have a frequent word from an index, although a few hundred rows in the order of the list would do.
	settings := []string{
		"plan_cache_mode=force_custom_plan", "jit=off", "synchronize_seqscans=off", "max_parallel_workers_per_gather=0", "random_page_cost=0.2", "seq_page_cost=0.2",
	}
	if u, err := url.Parse(databaseURL); err == nil && strings.HasPrefix(u.Scheme, "postgres") {
		if u.RawQuery != "" {
			u.RawQuery += "&"
		}
		u.RawQuery += strings.Join(settings, "&")
		return postgres.Open(ctx, u.String())
	}
	return postgres.Open(ctx, databaseURL+" "+strings.Join(settings, " "))
}

func (r *Reader) queries() *db.Queries { return db.New(r.Pool) }

// Version implements cache.Versions.
func (r *Reader) Version(ctx context.Context) (int64, error) { return r.queries().ContentVersion(ctx) }

// NextScheduled implements cache.Versions.
func (r *Reader) NextScheduled(ctx context.Context, now time.Time) (time.Time, error) {
	next, err := r.queries().NextScheduled(ctx, now)
	if errors.Is(err, pgx.ErrNoRows) {
		return time.Time{}, nil
	}
	return next.UTC(), err
}

// count returns the remembered number of results of a list, or counts them.
func (r *Reader) count(ctx context.Context, list string, count func(context.Context) (int64, error)) (int, error) {
	n, err := cache.Find(ctx, r.Cache, r.Cache.Of(list), r.CountAge, countTimeout, count)
	return int(n), err
}

// offset returns the offset of a page.
func offset(page int) int { return (page - 1) * search.PageSize }

// found turns a missing row into ErrNotFound.
func found(err error) error {
	if errors.Is(err, pgx.ErrNoRows) {
		return artwork.ErrNotFound
	}
	return err
}

// converted returns the messages of rows.
func converted[R, T any](rows []R, err error, convert func(*R) (T, error)) ([]T, error) {
	if err != nil {
		return nil, err
	}
	out := make([]T, len(rows))
	for i := range rows {
		if out[i], err = convert(&rows[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// byID indexes messages by id.
func byID[T any](list []*T, err error, id func(*T) int64) (map[int64]*T, error) {
	if err != nil {
		return nil, err
	}
	out := make(map[int64]*T, len(list))
	for _, v := range list {
		out[id(v)] = v
	}
	return out, nil
}

// entryOf returns the message with an id, or ErrNotFound.
func entryOf[T any](list map[int64]*T, id int64, err error) (*T, error) {
	v, ok := list[id]
	if err == nil && !ok {
		err = artwork.ErrNotFound
	}
	return v, err
}

// notNil returns an empty list for nil, which would match everything.
func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
