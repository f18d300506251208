package postgres

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
)

var (
	//go:embed queries/personal_export.sql
	personalExportSQL string
	//go:embed queries/personal_forget.sql
	personalForgetSQL string
)

// whole is how long a statement over all mails and facts may take.
const whole = time.Minute

// errCheck takes back what was only tried.
var errCheck = errors.New("only tried")

// Export answers all that is held of a person, as JSON: who is an account's id, a mail address or the address of a wallet.
func Export(ctx context.Context, pool *pgxpool.Pool, who string) (found string, err error) {
	err = postgres.InTx(postgres.Patient(ctx, whole), pool, func(ctx context.Context) error {
		return postgres.Conn(ctx, pool).QueryRow(ctx, personalExportSQL, who).Scan(&found)
	})
	return found, err
}

// Forget takes away what names the person of an account, all or nothing, and answers how many rows that were, as JSON. Once
// more it finds nothing left to do. With check nothing is changed, and the answer tells what would be.
func Forget(ctx context.Context, pool *pgxpool.Pool, accountID string, check bool) (done string, err error) {
	if uuid.Validate(accountID) != nil {
		return "", fmt.Errorf("%q is not the id of an account", accountID)
	}
	err = postgres.InTx(postgres.Patient(ctx, whole), pool, func(ctx context.Context) error {
		if err := postgres.Conn(ctx, pool).QueryRow(ctx, personalForgetSQL, accountID).Scan(&done); err != nil {
			return err
		}
		if check {
			return errCheck
		}
		return nil
	})
	if errors.Is(err, errCheck) {
		err = nil
	}
	return done, err
}
