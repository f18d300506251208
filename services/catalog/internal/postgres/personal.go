package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/catalog/internal/postgres/db"
)

// ErrLinked means that the content folder names the account.
var ErrLinked = errors.New("the content folder still names the account: remove it there first")

// Export returns the stored data of a person, except for published content, as JSON.
func Export(ctx context.Context, pool *pgxpool.Pool, who personal.Person) (string, error) {
	return personal.Collect(ctx, pool, who, func(ctx context.Context, q postgres.Querier) (string, error) {
		return db.New(q).PersonalExport(ctx, db.PersonalExportParams{AccountID: who.AccountID, Names: who.Names})
	})
}

// Forget removes a person's account and names from artists, curators and staff's changes, in one transaction, and returns the
// number of rows as JSON. Repeating it changes nothing. With check nothing is changed, and the result says what would
// be. ErrLinked lists the entries of the content folder that an import would link again.
func Forget(ctx context.Context, pool *pgxpool.Pool, who personal.Person, check bool) (string, error) {
	return personal.Forget(ctx, pool, who, check, func(ctx context.Context, q postgres.Querier) (string, error) {
		entries, err := db.New(q).PersonalLinked(ctx, db.PersonalLinkedParams{AccountID: who.AccountID, Names: who.Names})
		if err == nil {
			err = personal.Blocked(ErrLinked, entries)
		}
		if err != nil {
			return "", err
		}
		return db.New(q).PersonalForget(ctx, db.PersonalForgetParams{AccountID: who.AccountID, Names: who.Names})
	})
}
