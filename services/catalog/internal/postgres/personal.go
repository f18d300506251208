package postgres

import (
	"context"
	_ "embed"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/postgres"
)

var (
	//go:embed queries/personal_export.sql
	personalExportSQL string
	//go:embed queries/personal_forget.sql
	personalForgetSQL string
	//go:embed queries/personal_linked.sql
	personalLinkedSQL string
)

// ErrLinked says that content names the account.
var ErrLinked = errors.New("the content folder names it")

// Export returns what is held of a person besides what is published of them, as JSON: who is the id of an account or a mail address.
func Export(ctx context.Context, pool *pgxpool.Pool, who string) (string, error) {
	return personal.Export(ctx, pool, personalExportSQL, who)
}

// Forget takes the account id or mail address who off artists, curators and what staff changed, all or nothing, and returns how many
// rows that were, as JSON. A second call finds nothing left to do. With check nothing is changed, and the result says what would
// be. ErrLinked names the entries of the content folder that an import would link again.
func Forget(ctx context.Context, pool *pgxpool.Pool, who string, check bool) (string, error) {
	return personal.Forget(ctx, pool, check, func(ctx context.Context, q postgres.Querier) (done string, err error) {
		if err = personal.Refuse(ctx, q, ErrLinked, personalLinkedSQL, who); err == nil {
			err = q.QueryRow(ctx, personalForgetSQL, who).Scan(&done)
		}
		return done, err
	})
}
