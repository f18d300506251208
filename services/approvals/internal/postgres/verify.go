package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres/db"
)

// ErrLog means that entries of the log were changed or removed.
var ErrLog = errors.New("the log was changed")

// VerifyLog computes the hash of every entry of the log again and returns what it checked. The error is ErrLog if a hash doesn't match: it
// names the entries. A changed entry, and one that was removed or inserted before another entry of its request, doesn't match. The removal
// of the newest entries of a request, or of all, can't be seen here.
func VerifyLog(ctx context.Context, pool *pgxpool.Pool) (checked string, err error) {
	// Both reads see the same entries.
	err = pgx.BeginTxFunc(ctx, pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		q := db.New(postgres.Querier(tx))
		count, err := q.CountEntries(ctx)
		if err != nil {
			return err
		}
		broken, err := q.BrokenEntries(ctx)
		if err != nil {
			return err
		}
		if len(broken) == 0 {
			checked = fmt.Sprintf("%d entries of %d requests match their hashes", count.Entries, count.Requests)
			return nil
		}
		err = fmt.Errorf("%w: %d of %d entries don't match their hashes", ErrLog, len(broken), count.Entries)
		for _, one := range broken {
			err = fmt.Errorf("%w\nentry %d, request %s, %s at %s", err, one.Seq, one.RequestID, one.Event, one.At.UTC().Format(time.RFC3339))
		}
		return err
	})
	return checked, err
}
