package postgres_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/session"
	"github.com/vitrine/vitrine/services/auth/internal/session/sessiontest"
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

// TestStore uses the database as the user of the service, who doesn't own the tables.
func TestStore(t *testing.T) {
	sessiontest.TestStore(t, func(t *testing.T, events session.Events) sessiontest.Store {
		return postgres.New(testkit.Pool(t, testkit.AsService(t, testkit.Postgres(t, migrate))), events)
	})
}
