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
	// acquireTimeout is how long a worker without a deadline waits for a free connection. Deadlines of
	// calls are shorter, so calls that only have to queue are not rejected early.
	acquireTimeout = 10 * time.Second
	// pingTimeout is for checking an idle connection, which may be dead.
	pingTimeout = time.Second
	// grace is how much later than the server's own limit a response may arrive.
	grace = 2 * time.Second
)

// timeouts enforces the server's statement_timeout on the client too. The server can't end a
// statement on a connection that drops all traffic, and a worker without a deadline
// would wait forever.
type timeouts struct{ statement time.Duration }

var (
	_ pgx.QueryTracer       = timeouts{}
	_ pgx.BatchTracer       = timeouts{}
	_ pgx.CopyFromTracer    = timeouts{}
	_ pgx.PrepareTracer     = timeouts{}
	_ pgxpool.AcquireTracer = timeouts{}
)

type (
	cancelKey  struct{}
	timeoutKey struct{}
)

// WithStatementTimeout allows each statement of a transaction that [InTx] begins with this ctx up to d, instead of
// the pool's limit. Use it for long work such as an import. Outside a transaction it only extends the
// client's limit.
func WithStatementTimeout(ctx context.Context, d time.Duration) context.Context {
	return context.WithValue(ctx, timeoutKey{}, d)
}

// setServerTimeout sets the server's limit for the statements of a transaction to what ctx allows.
func setServerTimeout(ctx context.Context, tx pgx.Tx) error {
	d, ok := ctx.Value(timeoutKey{}).(time.Duration)
	if !ok {
		return nil
	}
	_, err := tx.Exec(ctx, `SELECT set_config('statement_timeout', $1, true)`, strconv.FormatInt(d.Milliseconds(), 10))
	return err
}

// within returns the client's timeout for a statement.
func (t timeouts) within(ctx context.Context) time.Duration {
	if d, ok := ctx.Value(timeoutKey{}).(time.Duration); ok {
		return d + grace
	}
	return t.statement
}

func withTimeout(ctx context.Context, d time.Duration) context.Context {
	if d <= 0 {
		return ctx
	}
	ctx, cancel := context.WithTimeout(ctx, d)
	return context.WithValue(ctx, cancelKey{}, cancel)
}

func cancelTimeout(ctx context.Context) {
	if cancel, ok := ctx.Value(cancelKey{}).(context.CancelFunc); ok {
		cancel()
	}
}

func (t timeouts) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return withTimeout(ctx, t.within(ctx))
}

func (timeouts) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) {
	cancelTimeout(ctx)
}

func (t timeouts) TraceBatchStart(ctx context.Context, _ *pgx.Conn, data pgx.TraceBatchStartData) context.Context {
	// The server's limit applies to each statement of a batch.
	return withTimeout(ctx, t.within(ctx)*time.Duration(max(1, data.Batch.Len())))
}
func (timeouts) TraceBatchQuery(context.Context, *pgx.Conn, pgx.TraceBatchQueryData) {}
func (timeouts) TraceBatchEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchEndData) {
	cancelTimeout(ctx)
}

func (t timeouts) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromStartData) context.Context {
	return withTimeout(ctx, t.within(ctx))
}

func (timeouts) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromEndData) {
	cancelTimeout(ctx)
}

func (t timeouts) TracePrepareStart(ctx context.Context, _ *pgx.Conn, _ pgx.TracePrepareStartData) context.Context {
	return withTimeout(ctx, t.within(ctx))
}

func (timeouts) TracePrepareEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TracePrepareEndData) {
	cancelTimeout(ctx)
}

func (timeouts) TraceAcquireStart(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireStartData) context.Context {
	return withTimeout(ctx, acquireTimeout)
}

func (timeouts) TraceAcquireEnd(ctx context.Context, _ *pgxpool.Pool, _ pgxpool.TraceAcquireEndData) {
	cancelTimeout(ctx)
}

// duration parses a time setting of the server; a plain number is in milliseconds. 0 and invalid values
// mean no limit.
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
