// Package batch runs several generated queries in one round trip.
package batch

import (
	"context"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
)

// Each returns a call of Query that runs fn for each row of a query.
func Each[P, R any](ctx context.Context, query func(*db.Queries, context.Context, P) ([]R, error), p P, fn func(R)) func(*db.Queries) error {
	return func(q *db.Queries) error {
		rows, err := query(q, ctx, p)
		for _, row := range rows {
			fn(row)
		}
		return err
	}
}

// Rows returns a call of Query that appends the converted rows of a query to out.
func Rows[P, R, T any](ctx context.Context, query func(*db.Queries, context.Context, P) ([]R, error), p P, out *[]T, convert func(R) T) func(*db.Queries) error {
	return Each(ctx, query, p, func(row R) { *out = append(*out, convert(row)) })
}

// Converted returns converted rows, and nil for no rows.
func Converted[R, T any](rows []R, convert func(R) T) (out []T) {
	for _, row := range rows {
		out = append(out, convert(row))
	}
	return out
}

// Query runs queries in one round trip. Each call makes one query on the given db.Queries. It runs twice: first to record the
// query, then to read its result.
func Query(ctx context.Context, conn postgres.Querier, calls ...func(*db.Queries) error) (err error) {
	var rec postgres.Recorder
	for _, call := range calls {
		_ = call(db.New(&rec))
	}
	res := conn.SendBatch(ctx, &rec.Batch)
	defer func() {
		if e := res.Close(); err == nil {
			err = e
		}
	}()
	for _, call := range calls {
		if err := call(db.New(postgres.Results{BatchResults: res})); err != nil {
			return err
		}
	}
	return nil
}
