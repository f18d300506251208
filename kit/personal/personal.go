// Package personal is what the commands export and forget of a service are made of. What is held of a person, and what of it goes,
// is the service's: it brings the SQL.
package personal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
)

// whole is how long a statement over all mails and facts may take.
const whole = time.Minute

// ErrUnsettled says that something of the person's has to end before they can be forgotten.
var ErrUnsettled = errors.New("not settled yet")

// errCheck takes back what was only tried.
var errCheck = errors.New("only tried")

// Export answers the text, JSON, that sql finds of who, its $1: an account's id, a mail address or the address of a wallet.
func Export(ctx context.Context, pool *pgxpool.Pool, sql, who string) (found string, err error) {
	err = postgres.InTx(postgres.Patient(ctx, whole), pool, func(ctx context.Context) error {
		return postgres.Conn(ctx, pool).QueryRow(ctx, sql, who).Scan(&found)
	})
	return found, err
}

// Forget runs work, which takes away what names a person, all or nothing, and answers how many rows that were, as JSON. With check
// nothing is changed, and the answer tells what would be. As with [postgres.InTx], work may be run again.
func Forget(ctx context.Context, pool *pgxpool.Pool, check bool, work func(ctx context.Context, q postgres.Querier) (done string, err error)) (done string, err error) {
	err = postgres.InTx(postgres.Patient(ctx, whole), pool, func(ctx context.Context) (err error) {
		done, err = work(ctx, postgres.Conn(ctx, pool))
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

// ForgetAccount is Forget where a person is known by the id of an account, a UUID; anything else is an error.
func ForgetAccount(ctx context.Context, pool *pgxpool.Pool, accountID string, check bool, work func(ctx context.Context, q postgres.Querier) (done string, err error)) (done string, err error) {
	if uuid.Validate(accountID) != nil {
		return "", fmt.Errorf("%q is not the id of an account", accountID)
	}
	return Forget(ctx, pool, check, work)
}

// Settled answers ErrUnsettled with all that has to end first, which sql tells in words, a row each. Where work looks after its
// change, whose rows are locked by then, what began meanwhile is seen.
func Settled(ctx context.Context, q postgres.Querier, sql string, args ...any) error {
	return Refuse(ctx, q, ErrUnsettled, sql, args...)
}

// Refuse answers the error why with the rows that sql has, words each, and nil where it has none.
func Refuse(ctx context.Context, q postgres.Querier, why error, sql string, args ...any) error {
	rows, err := q.Query(ctx, sql, args...)
	if err != nil {
		return err
	}
	left, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("%w: %s", why, strings.Join(left, "; "))
	}
	return err
}

// ExportCommand is the command export <account id or address>: it writes what export finds to standard output.
func ExportCommand(ctx context.Context, databaseURL string, args []string, export func(ctx context.Context, pool *pgxpool.Pool, who string) (found string, err error)) error {
	if len(args) != 1 || args[0] == "" {
		return errors.New("usage: export <account id or address>")
	}
	return answer(ctx, os.Stdout, databaseURL, func(pool *pgxpool.Pool) (string, error) { return export(ctx, pool, args[0]) })
}

// ForgetCommand is the command that usage tells, e.g. forget [--check] <account id>: it writes what forget did, or with --check
// would do, to standard output. What else the service can be told is no longer among args.
func ForgetCommand(ctx context.Context, databaseURL, usage string, args []string, forget func(ctx context.Context, pool *pgxpool.Pool, who string, check bool) (done string, err error)) error {
	check := len(args) > 0 && args[0] == "--check"
	if check {
		args = args[1:]
	}
	if len(args) != 1 || args[0] == "" || strings.HasPrefix(args[0], "-") {
		return errors.New("usage: " + usage)
	}
	return answer(ctx, os.Stdout, databaseURL, func(pool *pgxpool.Pool) (string, error) { return forget(ctx, pool, args[0], check) })
}

// answer writes what ask answers of the database.
func answer(ctx context.Context, out io.Writer, databaseURL string, ask func(pool *pgxpool.Pool) (string, error)) error {
	pool, err := postgres.Open(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	text, err := ask(pool)
	if err == nil {
		_, err = fmt.Fprintln(out, text)
	}
	return err
}
