package postgres

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	// acquireTimeout is how long a worker without a deadline waits for a connection of a pool that is used up. Calls have
	// a deadline that is not later, and a crowd that only has to queue is not turned away before it.
	acquireTimeout = 10 * time.Second
	// pingTimeout is for a connection that was idle and may lead nowhere.
	pingTimeout = time.Second
	// grace is what an answer may be late after the server's own limit.
	grace = 2 * time.Second
)

// patience ends what the server should have ended itself. statement_timeout is the server's: behind a connection that
// swallows everything nobody keeps it, and a worker without a deadline of its own would wait for ever.
type patience struct{ statement time.Duration }

var (
	_ pgx.QueryTracer       = patience{}
	_ pgx.BatchTracer       = patience{}
	_ pgx.CopyFromTracer    = patience{}
	_ pgx.PrepareTracer     = patience{}
	_ pgxpool.AcquireTracer = patience{}
)

type (
	cancelKey  struct{}
	patientKey struct{}
)

// Patient lets the statements of a transaction that [InTx] begins with the ctx take up to d each, instead of what the pool allows:
// for work of which nobody waits for a part, as an import. Outside of one it only has the client wait so long.
func Patient(ctx context.Context, d time.Duration) context.Context {
	return context.WithValue(ctx, patientKey{}, d)
}

// allow has the server know what ctx allows a statement of its transaction.
func allow(ctx context.Context, tx pgx.Tx) error {
	d, ok := ctx.Value(patientKey{}).(time.Duration)
	if !ok {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT set_config('statement_timeout', $1, true)`, strconv.FormatInt(d.Milliseconds(), 10))
	return err
}

// within is what a statement may take at the client.
func (p patience) within(ctx context.Context) time.Duration {
	if d, ok := ctx.Value(patientKey{}).(time.Duration); ok {
		return d + grace
	}
	return p.statement
}

func limited(ctx context.Context, d time.Duration) context.Context {
	if d <= 0 {
		return ctx
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	return context.WithValue(ctx, cancelKey{}, cancel)
}

func done(ctx context.Context) {
	if cancel, ok := ctx.Value(cancelKey{}).(context.CancelFunc); ok {
		cancel()
	}
}

func (p patience) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return limited(ctx, p.within(ctx))
}

func (patience) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) { done(ctx) }

func (p patience) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	// The server's limit is for each statement of a batch.
	return limited(ctx, p.within(ctx)*time.Duration(max(1, data.Batch.Len())))
}
func (patience) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData)     {}
func (patience) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchEndData) { done(ctx) }

func (p patience) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	return limited(ctx, p.within(ctx))
}

func (patience) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromEndData) {
	done(ctx)
}

func (p patience) TracePrepareStart(ctx context.Context, _ *pgx.Conn, _ pgx.TracePrepareStartData) context.Context {
	return limited(ctx, p.within(ctx))
}

func (patience) TracePrepareEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TracePrepareEndData) {
	done(ctx)
}

func (patience) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return limited(ctx, acquireTimeout)
}

func (patience) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	done(ctx)
}

// duration reads a time setting of the server: a number is milliseconds; 0 is no limit, and so is what is not understood.
func duration(setting string) time.Duration {
	if n, err := strconv.Atoi(setting); err == nil {
		return time.Duration(n) * time.Millisecond
	}
	d, err := time.ParseDuration(strings.ReplaceAll(strings.ReplaceAll(setting, " ", ""), "min", "m"))
	if err != nil {
		return 0
	}
	return d
}
