package postgres

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/vitrine/vitrine/kit/clock/synced"
)

// Clock reads the time of the database.
func Clock(pool *pgxpool.Pool) synced.Source {
	return func(ctx context.Context) (s synced.Sample, err error) {
		// Acquire a connection first and don't prepare the statement, so that only the round trip is measured.
		conn, err := pool.Acquire(ctx)
		if err != nil {
			return s, err
		}
		defer conn.Release()
		s.Asked = time.Now()
		err = conn.QueryRow(ctx, "SELECT clock_timestamp()", pgx.QueryExecModeSimpleProtocol).Scan(&s.Time)
		s.Received = time.Now()
		return s, err
	}
}

// Now returns the database's time, for a transaction with a single decision. Services have service.Base.Clock.
func Now(ctx context.Context, q Querier) (now time.Time, err error) {
	err = q.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now)
	return now, err
}
