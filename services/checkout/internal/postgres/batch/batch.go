// Package batch runs several generated queries in one round trip.
package batch

import (
	"context"

	"github.com/vitrine/vitrine/kit/postgres"
	"github.com/vitrine/vitrine/services/checkout/internal/postgres/db"
)

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
