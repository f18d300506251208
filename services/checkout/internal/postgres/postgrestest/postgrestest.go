// Package postgrestest has databases for tests of checkout's storage.
package postgrestest

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/checkout/internal/order"
	"github.com/vitrine/vitrine/services/checkout/internal/order/ordertest"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres"
)

// Migrate prepares a database for testkit.Postgres.
func Migrate(ctx context.Context, url string) error {
	return testkit.MigrateForService(ctx, url, postgres.Migrations)
}

// Stores reuses databases for many tests in turn, which costs a tenth of a new one for each: connections of a new database first have to
// read its catalog and plan every statement. The databases live as long as T.
type Stores struct {
	T    testing.TB
	mu   sync.Mutex
	free []*Database
}

// Database is an empty database. Pool uses it as the service's user, who doesn't own the tables, and Owner as their owner.
type Database struct {
	Owner, Pool *pgxpool.Pool
	empty       string
}

// Open is an ordertest.NewStore.
func (s *Stores) Open(t testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
	db := s.Take()
	t.Cleanup(func() {
		if !t.Failed() { // a failed test may still be writing
			s.GiveBack(db)
		}
	})
	return postgres.New(db.Pool, out).WithClock(c)
}

// Take returns a database that no other test has.
func (s *Stores) Take() *Database {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.free); n > 0 {
		db := s.free[n-1]
		s.free = s.free[:n-1]
		return db
	}
	address := testkit.Postgres(s.T, Migrate)
	db := &Database{Owner: testkit.Pool(s.T, address+"&pool_max_conns=1"), Pool: testkit.Pool(s.T, testkit.AsService(s.T, address))}
	db.empty = s.emptying(db.Owner)
	return db
}

// GiveBack empties a database for the next test.
func (s *Stores) GiveBack(db *Database) {
	if _, err := db.Owner.Exec(s.T.Context(), db.empty); err != nil {
		s.T.Errorf("empty a database: %v", err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, db)
}

// emptying returns the statements that empty all tables, except for those that migrations fill. Unlike TRUNCATE, DELETE leaves other
// connections' plans valid. As on a replica, no triggers fire: those of append-only tables refuse this, and foreign keys need an order.
func (s *Stores) emptying(owner *pgxpool.Pool) string {
	rows, err := owner.Query(s.T.Context(), `SELECT quote_ident(relname) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)
	if err != nil {
		s.T.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		s.T.Fatal(err)
	}
	var out strings.Builder
	out.WriteString("SET LOCAL session_replication_role = replica")
	for _, name := range tables {
		var filled bool
		if err := owner.QueryRow(s.T.Context(), "SELECT EXISTS (SELECT FROM "+name+")").Scan(&filled); err != nil {
			s.T.Fatal(err)
		}
		if !filled {
			out.WriteString("; DELETE FROM " + name)
		}
	}
	return out.String()
}
