// Package postgres opens a service's database, migrates it and carries transactions in the context, so
// that a state change, its events and its mails are written together.
package postgres

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

const (
	statementTimeout = "5s"
	lockTimeout      = "5s"
	// idleInTx ends a transaction whose client hangs, to release its locks.
	idleInTx   = "30s"
	maxRetries = 3
)

// Querier is implemented by pools and transactions.
type Querier interface {
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
	SendBatch(ctx context.Context, b *pgx.Batch) pgx.BatchResults
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, src pgx.CopyFromSource) (int64, error)
}

var (
	_ Querier = (*pgxpool.Pool)(nil)
	_ Querier = pgx.Tx(nil)
)

// Open connects and pings. The pool has at most 10 connections unless the URL sets pool_max_conns. A
// statement times out after 5 s unless the URL sets statement_timeout, and at most two seconds later if the
// server doesn't respond. A caller waits up to 10 s for a connection. The error is temporary if the
// server is not up yet.
func Open(ctx context.Context, url string) (*pgxpool.Pool, error) {
	cfg, err := pgxpool.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database url: %w", redact(err))
	}
	if !hasParam(url, "pool_max_conns") {
		cfg.MaxConns = 10
	}
	cfg.MaxConnIdleTime = 5 * time.Minute
	cfg.MaxConnLifetime = time.Hour
	cfg.MaxConnLifetimeJitter = 10 * time.Minute
	cfg.ConnConfig.ConnectTimeout = 5 * time.Second
	keepAlive(cfg.ConnConfig)
	for name, value := range map[string]string{
		"timezone":                            "UTC",
		"statement_timeout":                   statementTimeout,
		"lock_timeout":                        lockTimeout,
		"idle_in_transaction_session_timeout": idleInTx,
	} {
		if _, ok := cfg.ConnConfig.RuntimeParams[name]; !ok {
			cfg.ConnConfig.RuntimeParams[name] = value
		}
	}
	cfg.PingTimeout = pingTimeout
	limits := timeouts{}
	if d := duration(cfg.ConnConfig.RuntimeParams["statement_timeout"]); d > 0 {
		limits.statement = d + grace
	}
	cfg.ConnConfig.Tracer = traced(limits)
	pool, err := pgxpool.NewWithConfig(ctx, cfg)
	if err != nil {
		return nil, fmt.Errorf("database: %w", err)
	}
	if err := pool.Ping(ctx); err != nil {
		pool.Close()
		return nil, fmt.Errorf("database: %w", err)
	}
	measured().add(pool)
	return pool, nil
}

// keepAlive makes both ends notice within half a minute that the other host is gone: the client in its dialer, the server with
// session settings. Linux waits two hours by default.
func keepAlive(cfg *pgx.ConnConfig) {
	dialer := net.Dialer{KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 10 * time.Second, Interval: 5 * time.Second, Count: 3}}
	cfg.DialFunc = dialer.DialContext
	for name, value := range map[string]string{"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "3"} {
		if _, ok := cfg.RuntimeParams[name]; !ok {
			cfg.RuntimeParams[name] = value
		}
	}
}

type (
	txKey  struct{ pool *pgxpool.Pool }
	anyKey struct{}
)

// InTx runs fn in a transaction carried by its ctx, and commits if fn returns nil. A nested call on
// the same pool joins the outer transaction. The outermost call runs fn again, up to 3 more times,
// after a serialization failure or a deadlock, so fn must not have effects outside the database. A
// panic rolls back and propagates. Statements time out after the pool's limit, or the one that [WithStatementTimeout]
// sets.
func InTx(ctx context.Context, pool *pgxpool.Pool, fn func(ctx context.Context) error) error {
	if _, ok := ctx.Value(txKey{pool}).(pgx.Tx); ok {
		return fn(ctx)
	}
	for attempt := 0; ; attempt++ {
		err := pgx.BeginFunc(ctx, pool, func(tx pgx.Tx) error {
			if err := setServerTimeout(ctx, tx); err != nil {
				return err
			}
			return fn(context.WithValue(context.WithValue(ctx, anyKey{}, true), txKey{pool}, tx))
		})
		if err == nil || attempt == maxRetries || !IsConflict(err) {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(rand.N(20 * time.Millisecond << attempt)): //nolint:gosec // jitter
		}
	}
}

// Conn returns the transaction that ctx carries for this pool, or the pool.
func Conn(ctx context.Context, pool *pgxpool.Pool) Querier {
	if tx, ok := ctx.Value(txKey{pool}).(pgx.Tx); ok {
		return tx
	}
	return pool
}

// InsideTx reports whether ctx carries a transaction of this pool.
func InsideTx(ctx context.Context, pool *pgxpool.Pool) bool {
	_, ok := ctx.Value(txKey{pool}).(pgx.Tx)
	return ok
}

// InsideAnyTx reports whether ctx carries a transaction. A call of another system would then hold a connection and locks while it waits
// for the network.
func InsideAnyTx(ctx context.Context) bool { return ctx.Value(anyKey{}) != nil }

// Join runs fn in the transaction q, or in a new one if q is a pool.
func Join(ctx context.Context, q Querier, fn func(tx pgx.Tx) error) error {
	switch q := q.(type) {
	case pgx.Tx:
		return fn(q)
	case *pgxpool.Pool:
		return pgx.BeginFunc(ctx, q, fn)
	default:
		return fmt.Errorf("a %T is neither a transaction nor a pool", q)
	}
}

// NullTime returns t for a nullable column: nil for the zero time.
func NullTime(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// OrZero returns the time of a nullable column: the zero time for NULL.
func OrZero(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}
