package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/approvals/internal/approval"
	"github.com/vitrine/vitrine/services/approvals/internal/postgres/db"
)

// ErrLog means that entries of the log were changed or removed.
var ErrLog = errors.New("the log was changed")

// VerifyLog computes the hash of every entry of the log again and returns what it checked. If a hash doesn't match, it returns ErrLog with
// the entries. A changed entry, and one after a removed or inserted entry of its request, doesn't match. The removal
// of the newest entries of a request, or of all entries, can't be detected here.
func VerifyLog(ctx context.Context, pool *pgxpool.Pool) (checked string, err error) {
	check, err := New(pool).Check(ctx)
	if err != nil {
		return "", err
	}
	if len(check.Broken) == 0 {
		return fmt.Sprintf("%d entries of %d requests match their hashes", check.Entries, check.Requests), nil
	}
	err = fmt.Errorf("%w: %d of %d entries don't match their hashes", ErrLog, len(check.Broken), check.Entries)
	for _, entry := range check.Broken {
		err = fmt.Errorf("%w\nentry %d, request %s, %s at %s", err, entry.Seq, entry.RequestID, entry.Event, entry.At.Format(time.RFC3339))
	}
	return "", err
}

// Check implements approval.Log.
func (s *Store) Check(ctx context.Context) (check approval.LogCheck, err error) {
	// Both reads must see the same entries.
	err = pgx.BeginTxFunc(ctx, s.pool, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly}, func(tx pgx.Tx) error {
		q := db.New(postgres.Querier(tx))
		count, err := q.CountEntries(ctx)
		if err != nil {
			return err
		}
		broken, err := q.BrokenEntries(ctx)
		if err != nil {
			return err
		}
		check = approval.LogCheck{Entries: count.Entries, Requests: count.Requests}
		for _, entry := range broken {
			check.Broken = append(check.Broken, approval.BrokenEntry{
				Seq: entry.Seq, RequestID: entry.RequestID, Event: entry.Event, At: entry.At.UTC(),
			})
		}
		return nil
	})
	return check, err
}
