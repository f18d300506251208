package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// errRecorded is the result of a query that was recorded but not sent yet.
var errRecorded = errors.New("recorded")

// Recorder queues the statements of generated queries instead of running them, so that several share a round trip. Queries on it return
// an error; Results has the real results.
type Recorder struct{ pgx.Batch }

// Exec queues a statement.
func (r *Recorder) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	r.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}

// Query queues a query.
func (r *Recorder) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	r.Queue(sql, args...)
	return nil, errRecorded
}

// QueryRow queues a query.
func (r *Recorder) QueryRow(_ context.Context, sql string, args ...any) pgx.Row {
	r.Queue(sql, args...)
	return recordedRow{}
}

type recordedRow struct{}

func (recordedRow) Scan(...any) error { return errRecorded }

// Results returns the results of recorded statements. Call the same queries on it in the same order.
type Results struct{ pgx.BatchResults }

// Exec returns the next result.
func (r Results) Exec(context.Context, string, ...any) (pgconn.CommandTag, error) {
	return r.BatchResults.Exec()
}

// Query returns the next result.
func (r Results) Query(context.Context, string, ...any) (pgx.Rows, error) {
	return r.BatchResults.Query()
}

// QueryRow returns the next result.
func (r Results) QueryRow(context.Context, string, ...any) pgx.Row { return r.BatchResults.QueryRow() }
