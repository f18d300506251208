package postgres

import (
	"context"
	_ "embed"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/auth/internal/session"
)

var (
	//go:embed queries/personal_export.sql
	personalExportSQL string
	//go:embed queries/personal_forget.sql
	personalForgetSQL string
)

// Export answers all that is held of a person, as JSON: who is an account's id, a mail address or the address of a wallet.
func Export(ctx context.Context, pool *pgxpool.Pool, who string) (string, error) {
	return personal.Export(ctx, pool, personalExportSQL, who)
}

// Forget removes what names the person of an account, all or nothing, and returns how many rows that were, as JSON. It
// publishes the end of the account's sessions. Repeating it finds nothing left to do. With check nothing changes, and the
// result says what would.
func Forget(ctx context.Context, pool *pgxpool.Pool, events session.Events, accountID string, check bool) (string, error) {
	return personal.ForgetAccount(ctx, pool, accountID, check, func(ctx context.Context, q postgres.Querier) (done string, err error) {
		now := time.Now()
		if err := New(pool, events).end(ctx, session.EndedForgotten, now, endSessionsSQL, accountID, session.EndedForgotten, now.Add(time.Second), now); err != nil {
			return "", err
		}
		err = q.QueryRow(ctx, personalForgetSQL, accountID).Scan(&done)
		return done, err
	})
}
