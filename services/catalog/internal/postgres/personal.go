package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// ErrLinked says that content names the account.
var ErrLinked = errors.New("the content folder names it")

// Export returns what is held of a person besides what is published of them, as JSON: who is the id of an account or a mail address.
func Export(ctx context.Context, pool *pgxpool.Pool, who string) (string, error) {
	return personal.Collect(ctx, pool, func(ctx context.Context, q postgres.Querier) (string, error) {
		return db.New(q).PersonalExport(ctx, who)
	})
}

// Forget takes the account id or mail address who off artists, curators and what staff changed, all or nothing, and returns how many
// rows that were, as JSON. A second call finds nothing left to do. With check nothing is changed, and the result says what would
// be. ErrLinked names the entries of the content folder that an import would link again.
func Forget(ctx context.Context, pool *pgxpool.Pool, who string, check bool) (string, error) {
	return personal.Forget(ctx, pool, check, func(ctx context.Context, q postgres.Querier) (string, error) {
		entries, err := db.New(q).PersonalLinked(ctx, who)
		if err == nil {
			err = personal.Blocked(ErrLinked, entries)
		}
		if err != nil {
			return "", err
		}
		return db.New(q).PersonalForget(ctx, who)
	})
}
