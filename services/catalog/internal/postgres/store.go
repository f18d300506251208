// Package postgres changes the catalog in PostgreSQL: imports, changes by staff and artists, counts of editions, and the jobs' results.
package postgres

import (
	"context"
	"embed"
	"io/fs"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/cache"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
	"github.com/vitrine/vitrine/services/catalog/internal/search"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Migrations are the SQL migrations of the service.
var Migrations fs.FS = migrations

// Store implements the commands of graph, api, events and media, with their transactions. What is only shown is read by package read.
type Store struct {
	pool *pgxpool.Pool
	// remembered is what the process remembers of content; nil for commands, which end after their change.
	remembered *cache.Cache
	publisher  Publisher
	linkWait   time.Duration
	// MaxExact is the constant of package search unless a test lowers it before the first call.
	MaxExact int
}

// New returns a store. publisher publishes changes, remembered forgets what they end, and a link that moves an artist to another account waits
// for linkWait.
func New(pool *pgxpool.Pool, publisher Publisher, remembered *cache.Cache, linkWait time.Duration) *Store {
	return &Store{pool: pool, remembered: remembered, publisher: publisher, linkWait: linkWait, MaxExact: search.MaxExact}
}

func (s *Store) conn(ctx context.Context) postgres.Querier { return postgres.Conn(ctx, s.pool) }

// queries returns the generated queries, in the transaction of ctx if there is one.
func (s *Store) queries(ctx context.Context) *db.Queries { return db.New(s.conn(ctx)) }

// read returns the generated queries outside of transactions.
func (s *Store) read() *db.Queries { return db.New(s.pool) }

// move increments the version of the content at the end of a transaction that changed public content. Other such transactions wait for
// this one to end, so nothing slow may follow.
func (s *Store) move(ctx context.Context) error { return s.queries(ctx).MoveContentVersion(ctx) }
