package postgres_test

import (
	"context"
	"testing"

	kitpg "github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/kit/testkit"
	"github.com/vitrine/vitrine/services/auth/internal/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/session"
	"github.com/vitrine/vitrine/services/auth/internal/session/sessiontest"
)

func TestStore(t *testing.T) {
	sessiontest.TestStore(t, func(t *testing.T, events session.Events) sessiontest.Store {
		url := testkit.Postgres(t, func(ctx context.Context, url string) error {
			return kitpg.Migrate(ctx, url, postgres.Migrations)
		})
		pool := testkit.Pool(t, url)
		return postgres.New(pool, events)
	})
}
