package testkit

import (
	"context"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Calls counts the statements that pools send, and their round trips: a batch is one. The beginning and the end of a transaction count as well.
type Calls struct{ statements, trips atomic.Int64 }

// Take returns the numbers since the last call.
func (c *Calls) Take() (statements, trips int64) { return c.statements.Swap(0), c.trips.Swap(0) }

// Of closes a pool and returns a copy whose statements are counted.
func (c *Calls) Of(t testing.TB, pool *pgxpool.Pool) *pgxpool.Pool {
	t.Helper()
	cfg := pool.Config()
	pool.Close()
	cfg.ConnConfig.Tracer = c
	counted, err := pgxpool.NewWithConfig(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(counted.Close)
	return counted
}

// TraceQueryStart implements pgx.QueryTracer.
func (c *Calls) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	c.statements.Add(1)
	c.trips.Add(1)
	return ctx
}

// TraceQueryEnd implements pgx.QueryTracer.
func (*Calls) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// TraceBatchStart implements pgx.BatchTracer.
func (c *Calls) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	c.trips.Add(1)
	return ctx
}

// TraceBatchQuery implements pgx.BatchTracer.
func (c *Calls) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {
	c.statements.Add(1)
}

// TraceBatchEnd implements pgx.BatchTracer.
func (*Calls) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// RaceDetector reports whether the test was built with -race, which empties pools at random, so that allocations can't be counted.
func RaceDetector() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.ContainsFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "-race" && s.Value == "true" })
}
