package postgres_test

import (
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

// stores reuses databases for many tests in turn, which costs a tenth of a new one for each: connections of a new database first have to
// read its catalog and plan every statement. The databases live as long as t.
type stores struct {
	t    testing.TB
	mu   sync.Mutex
	free []*database
}

// database is an empty database. pool uses it as the service's user, who doesn't own the tables.
type database struct {
	owner, pool *pgxpool.Pool
	empty       string
}

// open is an ordertest.NewStore.
func (s *stores) open(t testing.TB, out order.Outbox, c clock.Clock) ordertest.Store {
	db := s.take()
	t.Cleanup(func() {
		if !t.Failed() { // a failed test may still be writing
			s.giveBack(db)
		}
	})
	return postgres.New(db.pool, out).WithClock(c)
}

func (s *stores) take() *database {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n := len(s.free); n > 0 {
		db := s.free[n-1]
		s.free = s.free[:n-1]
		return db
	}
	address := testkit.Postgres(s.t, migrate)
	db := &database{owner: testkit.Pool(s.t, address+"&pool_max_conns=1"), pool: testkit.Pool(s.t, testkit.AsService(s.t, address))}
	db.empty = s.emptying(db.owner)
	return db
}

func (s *stores) giveBack(db *database) {
	if _, err := db.owner.Exec(s.t.Context(), db.empty); err != nil {
		s.t.Errorf("empty a database: %v", err)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, db)
}

// emptying returns the statements that empty all tables, except for those that migrations fill. Unlike TRUNCATE, DELETE leaves other
// connections' plans valid. As on a replica, no triggers fire: those of append-only tables refuse this, and foreign keys need an order.
func (s *stores) emptying(owner *pgxpool.Pool) string {
	rows, err := owner.Query(s.t.Context(), `SELECT quote_ident(relname) FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`)
	if err != nil {
		s.t.Fatal(err)
	}
	tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		s.t.Fatal(err)
	}
	var out strings.Builder
	out.WriteString("SET LOCAL session_replication_role = replica")
	for _, name := range tables {
		var filled bool
		if err := owner.QueryRow(s.t.Context(), "SELECT EXISTS (SELECT FROM "+name+")").Scan(&filled); err != nil {
			s.t.Fatal(err)
		}
		if !filled {
			out.WriteString("; DELETE FROM " + name)
		}
	}
	return out.String()
}
