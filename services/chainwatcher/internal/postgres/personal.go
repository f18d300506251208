package postgres

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

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

// whole is how long a statement over all mails and facts may take.
const whole = time.Minute

// errCheck takes back what was only tried.
var errCheck = errors.New("only tried")

// ErrUnsettled says that something of the person's has to end before they can be forgotten.
var ErrUnsettled = errors.New("not settled yet")

// Export answers all that is held of a person, as JSON: who is an account's id, a mail address or the address of a wallet.
func Export(ctx context.Context, pool *pgxpool.Pool, who string) (found string, err error) {
	err = postgres.InTx(postgres.Patient(ctx, whole), pool, func(ctx context.Context) error {
		return postgres.Conn(ctx, pool).QueryRow(ctx, personalExportSQL, who).Scan(&found)
	})
	return found, err
}

// Forget takes away what names the person of an account, all or nothing, and answers how many rows that were, as JSON. Once
// more it finds nothing left to do. With check nothing is changed, and the answer tells what would be.
// ErrUnsettled tells what has to end first; giveUp says that the person gave up the tokens that are kept for them.
func Forget(ctx context.Context, pool *pgxpool.Pool, accountID string, giveUp, check bool) (done string, err error) {
	if uuid.Validate(accountID) != nil {
		return "", fmt.Errorf("%q is not the id of an account", accountID)
	}
	err = postgres.InTx(postgres.Patient(ctx, whole), pool, func(ctx context.Context) error {
		q := postgres.Conn(ctx, pool)
		if err := q.QueryRow(ctx, personalForgetSQL, accountID).Scan(&done); err != nil {
			return err
		}
		err := settled(ctx, q, accountID, giveUp)
		if err == nil && check {
			err = errCheck
		}
		return err
	})
	if errors.Is(err, errCheck) {
		err = nil
	}
	return done, err
}

// settled answers ErrUnsettled with all that has to end first. It looks after the change, whose rows are locked by then: what
// began meanwhile is seen.
func settled(ctx context.Context, q postgres.Querier, accountID string, giveUp bool) error {
	rows, err := q.Query(ctx, personalUnsettledSQL, accountID, giveUp)
	if err != nil {
		return err
	}
	left, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("%w: %s", ErrUnsettled, strings.Join(left, "; "))
	}
	return err
}
