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
)

// Export answers all that is held of a person, as JSON: who is an account's id, a mail address or the address of a wallet.
func Export(ctx context.Context, pool *pgxpool.Pool, who string) (string, error) {
	return personal.Export(ctx, pool, personalExportSQL, who)
}

// Forget takes away what names the person of an account, all or nothing, and answers how many rows that were, as JSON. Once
// more it finds nothing left to do. With check nothing is changed, and the answer tells what would be.
func Forget(ctx context.Context, pool *pgxpool.Pool, accountID string, check bool) (string, error) {
	return personal.ForgetAccount(ctx, pool, accountID, check, func(ctx context.Context, q postgres.Querier) (done string, err error) {
		err = q.QueryRow(ctx, personalForgetSQL, accountID).Scan(&done)
		return done, err
	})
}
