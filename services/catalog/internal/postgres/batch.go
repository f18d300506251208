package postgres

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// errRecorded is the result of a query that was recorded but not sent yet.
var errRecorded = errors.New("recorded")

// recorder implements db.DBTX by queuing statements, so that generated queries and others share a round trip.
type recorder struct{ pgx.Batch }

func (r *recorder) Exec(_ context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	r.Queue(sql, args...)
	return pgconn.CommandTag{}, nil
}

func (r *recorder) Query(_ context.Context, sql string, args ...any) (pgx.Rows, error) {
	r.Queue(sql, args...)
	return nil, errRecorded
}

func (r *recorder) QueryRow(_ context.Context, sql string, args ...any) pgx.Row {
	r.Queue(sql, args...)
	return recordedRow{}
}

type recordedRow struct{}

func (recordedRow) Scan(...any) error { return errRecorded }

// results implements db.DBTX with the results of recorded statements, in order.
type results struct{ pgx.BatchResults }

func (r results) Exec(context.Context, string, ...any) (pgconn.CommandTag, error) {
	return r.BatchResults.Exec()
}

func (r results) Query(context.Context, string, ...any) (pgx.Rows, error) {
	return r.BatchResults.Query()
}

func (r results) QueryRow(context.Context, string, ...any) pgx.Row { return r.BatchResults.QueryRow() }
