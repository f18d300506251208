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
		// Waiting for a connection, or preparing a statement, is not part of the round trip.
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

// Now returns the time of the database, for a transaction that decides once. Services have service.Base.Clock.
func Now(ctx context.Context, q Querier) (now time.Time, err error) {
	err = q.QueryRow(ctx, "SELECT clock_timestamp()").Scan(&now)
	return now, err
}
