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
	// acquireTimeout is how long a worker without a deadline waits for a free connection. The deadline
	// of calls is not later, so calls that only have to queue are not refused early.
	acquireTimeout = 10 * time.Second
	// pingTimeout is for checking an idle connection, which may be dead.
	pingTimeout = time.Second
	// grace is how long after the server's own limit a response may arrive.
	grace = 2 * time.Second
)

// patience enforces the limits that the server should have enforced. statement_timeout is the
// server's, and nobody enforces it on a connection that drops all traffic: a worker without a deadline
// would wait forever.
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

// Patient allows each statement of a transaction that [InTx] begins with this ctx up to d, instead of
// the pool's limit. Use it for long work such as an import. Outside a transaction it only extends the
// client's limit.
func Patient(ctx context.Context, d time.Duration) context.Context {
	return context.WithValue(ctx, patientKey{}, d)
}

// allow sets the server's limit for the statements of a transaction to what ctx allows.
func allow(ctx context.Context, tx pgx.Tx) error {
	d, ok := ctx.Value(patientKey{}).(time.Duration)
	if !ok {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT set_config('statement_timeout', $1, true)`, strconv.FormatInt(d.Milliseconds(), 10))
	return err
}

// within returns the client's limit for a statement.
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
	// The server's limit applies to each statement of a batch.
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

// duration parses a time setting of the server: a number is in milliseconds. 0 means no limit, and so
// does an invalid value.
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
