// Package postgres stores the catalog in PostgreSQL.
//
// There is no in-memory version of the store: a list is filters, orders and counts in SQL, and would be the same
// work in Go. The tests compare the SQL with a naive model instead.
package postgres

import (
	"context"
	"embed"
	"io/fs"
	"net/url"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrations are the SQL migrations of the service.
var Migrations fs.FS = migrations

// Store implements the store interfaces of graph, api, events and media.
type Store struct {
	// pool prepares statements and lets the server reuse their plans. lists plans each statement for its values, because
	// categories differ a lot in size: a plan that suits all of them sorts the whole table for a small one.
	pool, lists *pgxpool.Pool
	counts      *countCache
	facets      facets
	vocabulary  vocabulary
	publisher   Publisher
	linkWait    time.Duration
	// MaxExact and MaxCounted are the constants of package artwork unless a test lowers them before the first call.
	MaxExact, MaxCounted int
	// LooseBudget limits the server's time for a loosened search. A search that takes longer finds nothing.
	LooseBudget time.Duration
}

// New returns a store on the pools of kit and OpenLists. publisher publishes changes; counts of lists may be countAge old, and
// a link that moves an artist to another account waits for linkWait.
func New(pool, lists *pgxpool.Pool, publisher Publisher, countAge, linkWait time.Duration) *Store {
	return &Store{
		pool: pool, lists: lists, counts: newCountCache(countAge), facets: facets{age: facetAges * countAge}, publisher: publisher, linkWait: linkWait,
		MaxExact: search.MaxExact, MaxCounted: search.MaxCounted, LooseBudget: looseBudget,
	}
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

func (s *Store) conn(ctx context.Context) postgres.Querier { return postgres.Conn(ctx, s.pool) }

// queries returns the generated queries, in the transaction of ctx if there is one.
func (s *Store) queries(ctx context.Context) *db.Queries { return db.New(s.conn(ctx)) }

// offset returns the offset of a page.
func offset(page int) int { return (page - 1) * search.PageSize }
