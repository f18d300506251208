package postgres_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/id"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

func migrate(ctx context.Context, url string) error {
	return testkit.MigrateForService(ctx, url, postgres.Migrations)
}

func TestAdoption(t *testing.T) {
	t.Parallel()
	testkit.Adopts(t, postgres.Migrations, 14)
}

// open opens a database as its owner.
func open(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return testkit.Pool(t, testkit.Postgres(t, migrate))
}

// asService opens a database as the user of the service, who doesn't own the tables.
func asService(t *testing.T) *pgxpool.Pool {
	t.Helper()
	return testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, migrate)))
}

// store returns an empty store, used as the service's user.
func store(t *testing.T) *postgres.Store {
	t.Helper()
	return postgres.New(asService(t), new(recorder))
}

const (
	wallet1 = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
	wallet2 = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// recorder implements account.Events and keeps what was published.
type recorder struct {
	mu     sync.Mutex
	events []account.Event
	// Err is the error that Publish returns.
	Err error
}

// Publish implements account.Events.
func (r *recorder) Publish(_ context.Context, events ...account.Event) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.Err == nil {
		r.events = append(r.events, events...)
	}
	return r.Err
}

// Take returns the events published since the last call.
func (r *recorder) Take() []account.Event {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := r.events
	r.events = nil
	return out
}

func linked(address string, at time.Time) account.Wallet {
	return account.Wallet{Address: address, LinkedAt: at}
}

// notifications records the notified accounts.
type notifications struct {
	sent []account.Account
	err  error
}

func (c *notifications) notify(_ context.Context, a account.Account) error {
	c.sent = append(c.sent, a)
	return c.err
}

func newSession(accountID string, at time.Time) session.Session {
	return session.Session{
		ID: id.New(), AccountID: accountID, RotatedAt: at, AuthenticatedAt: at, CreatedAt: at, UsedAt: at,
		IdleUntil: at.Add(session.Idle), Until: at.Add(session.Absolute), UserAgent: "test", Network: "203.0.113.0/24", Key: "key",
	}
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
