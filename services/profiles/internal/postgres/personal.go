package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/profiles/internal/postgres/db"
)

// Export returns all data about a person as JSON.
func Export(ctx context.Context, pool *pgxpool.Pool, who personal.Person) (string, error) {
	return personal.Collect(ctx, pool, who, func(ctx context.Context, q postgres.Querier) (string, error) {
		return db.New(q).PersonalExport(ctx, db.PersonalExportParams{AccountID: who.AccountID, Names: who.Names})
	})
}

// Forget removes what identifies a person, in one transaction, and returns the numbers of changed rows as JSON. Repeating
// it changes nothing. remove deletes an avatar, and may be called for one that is already deleted. With check it changes nothing and returns
// what it would change. [personal.ErrUnsettled] lists what must end first.
func Forget(ctx context.Context, pool *pgxpool.Pool, who personal.Person, check bool, remove func(avatar string) error) (string, error) {
	return personal.Forget(ctx, pool, who, check, func(ctx context.Context, q postgres.Querier) (string, error) {
		done, err := db.New(q).PersonalForget(ctx, who.AccountID)
		if err != nil {
			return "", err
		}
		unsettled, err := db.New(q).PersonalUnsettled(ctx, who.AccountID)
		if err != nil {
			return "", err
		}
		if err := personal.Blocked(personal.ErrUnsettled, unsettled); err != nil || check {
			return done.Counts, err
		}
		for _, a := range done.Avatars {
			if err := remove(a); err != nil {
				return "", err
			}
		}
		return done.Counts, nil
	})
}
