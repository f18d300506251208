package postgres

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

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

// longest is how long a statement over all mails and facts may take.
const longest = time.Minute

// errCheck takes back what was only tried.
var errCheck = errors.New("only tried")

// ErrLinked says that content names the account.
var ErrLinked = errors.New("the content folder names it")

// Export answers what is held of a person besides what is published of them, as JSON: who is the id of an account or a mail address.
func Export(ctx context.Context, pool *pgxpool.Pool, who string) (found string, err error) {
	err = postgres.InTx(postgres.Patient(ctx, longest), pool, func(ctx context.Context) error {
		return postgres.Conn(ctx, pool).QueryRow(ctx, personalExportSQL, who).Scan(&found)
	})
	return found, err
}

// Forget takes the account id or mail address who off artists, curators and what staff changed, all or nothing, and answers how many
// rows that were, as JSON. Once more it finds nothing left to do. With check nothing is changed, and the answer tells what would
// be. ErrLinked names the entries of the content folder that an import would link again.
func Forget(ctx context.Context, pool *pgxpool.Pool, who string, check bool) (done string, err error) {
	err = postgres.InTx(postgres.Patient(ctx, longest), pool, func(ctx context.Context) error {
		q := postgres.Conn(ctx, pool)
		rows, err := q.Query(ctx, personalLinkedSQL, who)
		if err != nil {
			return err
		}
		linked, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		if len(linked) > 0 {
			return fmt.Errorf("%w: %s", ErrLinked, strings.Join(linked, "; "))
		}
		err = q.QueryRow(ctx, personalForgetSQL, who).Scan(&done)
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
