package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/postgres/db"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

// Export returns all data about a person as JSON. The person is named by an account id, an email address or a wallet address.
func Export(ctx context.Context, pool *pgxpool.Pool, who string) (string, error) {
	return personal.Collect(ctx, pool, func(ctx context.Context, q postgres.Querier) (string, error) {
		return db.New(q).PersonalExport(ctx, who)
	})
}

// Forget deletes the person of an account, all or nothing, and returns the numbers of deleted rows as JSON. It publishes the end of the
// account's sessions. Repeating it changes nothing. With check it changes nothing and returns what it would delete.
func Forget(ctx context.Context, pool *pgxpool.Pool, events session.Events, accountID string, check bool) (string, error) {
	return personal.ForgetAccount(ctx, pool, accountID, check, func(ctx context.Context, q postgres.Querier) (string, error) {
		now, err := postgres.Now(ctx, q)
		if err != nil {
			return "", err
		}
		if err := New(pool, events).endSessions(ctx, accountID, session.EndedForgotten, now.Add(time.Second), now); err != nil {
			return "", err
		}
		return db.New(q).PersonalForget(ctx, accountID)
	})
}
