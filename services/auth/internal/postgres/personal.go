package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/account"
	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
)

// Export returns all data about a person as JSON.
func Export(ctx context.Context, pool *pgxpool.Pool, who personal.Person) (string, error) {
	return personal.Collect(ctx, pool, who, func(ctx context.Context, q postgres.Querier) (string, error) {
		return db.New(q).PersonalExport(ctx, who.AccountID)
	})
}

// Forget deletes a person, all or nothing, and returns the numbers of deleted rows as JSON. It publishes the end of the
// account's sessions. Repeating it changes nothing. With check it changes nothing and returns what it would delete.
func Forget(ctx context.Context, pool *pgxpool.Pool, events account.Events, who personal.Person, check bool) (string, error) {
	return personal.Forget(ctx, pool, who, check, func(ctx context.Context, q postgres.Querier) (string, error) {
		now, err := postgres.Now(ctx, q)
		if err != nil {
			return "", err
		}
		if err := New(pool, events).endSessions(ctx, who.AccountID, account.EndedForgotten, now.Add(time.Second), now); err != nil {
			return "", err
		}
		return db.New(q).PersonalForget(ctx, who.AccountID)
	})
}
