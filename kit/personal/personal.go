// Package personal implements the commands export and forget of a service. The service provides the SQL
// that selects what it stores about a person and what is deleted.
package personal

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
)

// whole is the timeout of a statement that reads all emails and events.
const whole = time.Minute

// ErrUnsettled means that something must end before the person can be forgotten, such as an order in progress.
var ErrUnsettled = errors.New("not settled yet")

// errCheck rolls back a dry run.
var errCheck = errors.New("dry run")

// Person is whose data is exported or deleted.
type Person struct {
	// AccountID is the id of the account, a UUID. It alone decides which rows are the person's.
	AccountID string
	// Names are the verified email addresses and the proven wallets of the account. They add rows that are addressed to the name itself, field
	// by field, and never lead to another account: anyone can enter somebody else's address.
	Names []string
}

// check returns an error unless the person is an account. An empty name would be equal to every field that is empty.
func (p Person) check() error {
	switch {
	case uuid.Validate(p.AccountID) != nil:
		return fmt.Errorf("%q is not the id of an account", p.AccountID)
	case slices.Contains(p.Names, ""):
		return errors.New("a name is empty")
	}
	return nil
}

// Collect returns the JSON text that read returns about a person.
func Collect(ctx context.Context, pool *pgxpool.Pool, who Person, read func(ctx context.Context, q postgres.Querier) (string, error)) (found string, err error) {
	if err := who.check(); err != nil {
		return "", err
	}
	err = postgres.InTx(postgres.WithStatementTimeout(ctx, whole), pool, func(ctx context.Context) (err error) {
		found, err = read(ctx, postgres.Conn(ctx, pool))
		return err
	})
	return found, err
}

// Forget runs work, which deletes what identifies a person, in one transaction, and returns the numbers of
// rows as JSON. With check it rolls back, and the result says what would be deleted. As with
// [postgres.InTx], work may run again.
func Forget(ctx context.Context, pool *pgxpool.Pool, who Person, check bool, work func(ctx context.Context, q postgres.Querier) (done string, err error)) (done string, err error) {
	if err := who.check(); err != nil {
		return "", err
	}
	err = postgres.InTx(postgres.WithStatementTimeout(ctx, whole), pool, func(ctx context.Context) (err error) {
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

// Blocked returns the error why with the reasons, or nil if there are none. With ErrUnsettled the reasons are what must end first.
// If work reads them after its change, when the rows are locked, they include what started in the meantime.
func Blocked(why error, reasons []string) error {
	if len(reasons) == 0 {
		return nil
	}
	return &RefusedError{Why: why, Reasons: reasons}
}

// RefusedError says why a person can't be forgotten now.
type RefusedError struct {
	Why     error
	Reasons []string
}

// Error implements error.
func (e *RefusedError) Error() string { return e.Why.Error() + ": " + strings.Join(e.Reasons, "; ") }

// Unwrap returns Why.
func (e *RefusedError) Unwrap() error { return e.Why }

// Reasons returns what must end first if err is a RefusedError, and err otherwise.
func Reasons(err error) ([]string, error) {
	if refused, ok := errors.AsType[*RefusedError](err); ok {
		return refused.Reasons, nil
	}
	return nil, err
}

// ExportCommand runs the command export <account id> [<name>…]: it writes the result of export to standard output. The names are those of
// [Person].
func ExportCommand(ctx context.Context, databaseURL string, args []string, export func(ctx context.Context, pool *pgxpool.Pool, who Person) (found string, err error)) error {
	who, ok := parse(args)
	if !ok {
		return errors.New("usage: export <account id> [<verified email or proven wallet>…]")
	}
	return write(ctx, os.Stdout, databaseURL, func(pool *pgxpool.Pool) (string, error) { return export(ctx, pool, who) })
}

// ForgetCommand runs the command forget [--check] <account id> [<name>…]. options are further ones for the usage. It writes what forget did,
// or with --check would do, to standard output. args excludes arguments that were already parsed.
func ForgetCommand(ctx context.Context, databaseURL, options string, args []string, forget func(ctx context.Context, pool *pgxpool.Pool, who Person, check bool) (done string, err error)) error {
	check := len(args) > 0 && args[0] == "--check"
	if check {
		args = args[1:]
	}
	who, ok := parse(args)
	if !ok {
		return fmt.Errorf("usage: forget [--check] %s<account id> [<verified email or proven wallet>…]", options)
	}
	return write(ctx, os.Stdout, databaseURL, func(pool *pgxpool.Pool) (string, error) { return forget(ctx, pool, who, check) })
}

// parse reads a person from arguments.
func parse(args []string) (who Person, ok bool) {
	if len(args) == 0 || slices.ContainsFunc(args, func(arg string) bool { return arg == "" || strings.HasPrefix(arg, "-") }) {
		return Person{}, false
	}
	return Person{AccountID: args[0], Names: args[1:]}, true
}

// write opens the database and writes the result of run.
func write(ctx context.Context, out io.Writer, databaseURL string, run func(pool *pgxpool.Pool) (string, error)) error {
	pool, err := postgres.Open(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer pool.Close()
	text, err := run(pool)
	if err == nil {
		_, err = fmt.Fprintln(out, text)
	}
	return err
}
