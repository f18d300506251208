package postgres

import (
	"context"
	_ "embed"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/postgres"
)

var (
	//go:embed queries/personal_export.sql
	personalExportSQL string
	//go:embed queries/personal_forget.sql
	personalForgetSQL string
	//go:embed queries/personal_unsettled.sql
	personalUnsettledSQL string
)

// Export answers all that is held of a person, as JSON: who is an account's id, a mail address or the address of a wallet.
func Export(ctx context.Context, pool *pgxpool.Pool, who string) (string, error) {
	return personal.Export(ctx, pool, personalExportSQL, who)
}

// Forget takes away what names the person of an account, all or nothing, and answers how many rows that were, as JSON. Once
// more it finds nothing left to do. With check nothing is changed, and the answer tells what would be.
// [personal.ErrUnsettled] tells what has to end first; giveUp says that the person gave up the tokens that are kept for them.
func Forget(ctx context.Context, pool *pgxpool.Pool, accountID string, giveUp, check bool) (string, error) {
	return personal.ForgetAccount(ctx, pool, accountID, check, func(ctx context.Context, q postgres.Querier) (done string, err error) {
		if err = q.QueryRow(ctx, personalForgetSQL, accountID).Scan(&done); err == nil {
			err = personal.Settled(ctx, q, personalUnsettledSQL, accountID, giveUp)
		}
		return done, err
	})
}
