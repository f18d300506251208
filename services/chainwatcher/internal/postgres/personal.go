package postgres

import (
	"context"

	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/personal"
	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/chainwatcher/internal/postgres/db"
)

// Export returns all data about a person as JSON. The person is named by an account id, an email address or a wallet address.
func Export(ctx context.Context, pool *pgxpool.Pool, who string) (string, error) {
	return personal.Collect(ctx, pool, func(ctx context.Context, q postgres.Querier) (string, error) {
		return db.New(q).PersonalExport(ctx, who)
	})
}

// Forget removes what identifies the person of an account, all or nothing, and returns the numbers of changed rows as JSON.
// Repeating it changes nothing. With check it changes nothing and returns what it would change. [personal.ErrUnsettled] lists what
// must end first; givesUp means that the person has forfeited their tokens in the vault.
func Forget(ctx context.Context, pool *pgxpool.Pool, accountID string, givesUp, check bool) (string, error) {
	return personal.ForgetAccount(ctx, pool, accountID, check, func(ctx context.Context, q postgres.Querier) (string, error) {
		done, err := db.New(q).PersonalForget(ctx, accountID)
		if err != nil {
			return "", err
		}
		unsettled, err := db.New(q).PersonalUnsettled(ctx, db.PersonalUnsettledParams{AccountID: accountID, GivesUp: givesUp})
		if err != nil {
			return "", err
		}
		return done, personal.Blocked(personal.ErrUnsettled, unsettled)
	})
}
