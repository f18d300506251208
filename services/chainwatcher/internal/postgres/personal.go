package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// Export returns all data about a person as JSON.
func Export(ctx context.Context, pool *pgxpool.Pool, who personal.Person) (string, error) {
	return personal.Collect(ctx, pool, who, func(ctx context.Context, q postgres.Querier) (string, error) {
		return db.New(q).PersonalExport(ctx, db.PersonalExportParams{AccountID: who.AccountID, Names: who.Names})
	})
}

// Forget removes what identifies a person, all or nothing, and returns the numbers of changed rows as JSON.
// Repeating it changes nothing. With check it changes nothing and returns what it would change. [personal.ErrUnsettled] lists what
// must end first; givesUp means that the person has forfeited their tokens in the vault.
func Forget(ctx context.Context, pool *pgxpool.Pool, who personal.Person, givesUp, check bool) (string, error) {
	return personal.Forget(ctx, pool, who, check, func(ctx context.Context, q postgres.Querier) (string, error) {
		done, err := db.New(q).PersonalForget(ctx, who.AccountID)
		if err != nil {
			return "", err
		}
		unsettled, err := db.New(q).PersonalUnsettled(ctx, db.PersonalUnsettledParams{AccountID: who.AccountID, GivesUp: givesUp})
		if err != nil {
			return "", err
		}
		return done, personal.Blocked(personal.ErrUnsettled, unsettled)
	})
}
