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
// more it finds nothing left to do. remove takes the picture; it may be called again for one that is gone. With check nothing
// is changed, and the answer tells what would be. [personal.ErrUnsettled] tells what has to end first.
func Forget(ctx context.Context, pool *pgxpool.Pool, accountID string, check bool, remove func(avatar string) error) (string, error) {
	return personal.ForgetAccount(ctx, pool, accountID, check, func(ctx context.Context, q postgres.Querier) (string, error) {
		var avatars []string
		var done string
		if err := q.QueryRow(ctx, personalForgetSQL, accountID).Scan(&avatars, &done); err != nil {
			return "", err
		}
		if err := personal.Settled(ctx, q, personalUnsettledSQL, accountID); err != nil || check {
			return done, err
		}
		for _, a := range avatars {
			if err := remove(a); err != nil {
				return "", err
			}
		}
		return done, nil
	})
}
